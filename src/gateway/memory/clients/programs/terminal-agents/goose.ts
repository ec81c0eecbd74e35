import { beginsWith, nothingSaid, saidByUser, type Client } from "../../client.ts";

const titleHead = "---BEGIN USER MESSAGES---\n";
const titleEnd = "\n---END USER MESSAGES---\n\nGenerate a short title for the above messages.";
const subagent = "You are a specialized subagent within the goose AI framework";
const summaryAsked =
  "The messages above are a conversation to summarize. Create a structured context checkpoint summary that another LLM";

const infoHead = "<info-msg>\nIt is currently ";
const infoEnd = "</info-msg>";

/** goose 1 (`crates/goose/src/prompts/*.md`, `session_naming.rs`): the time and the like stand after what the user says. */
export const goose: Client = {
  classOf({ system, count, first }) {
    const text = first.join("\n");
    if (beginsWith(system, [summaryAsked])) return "compaction";
    const asksTitle = count === 1 && text.startsWith(titleHead) && text.trimEnd().endsWith(titleEnd);
    return asksTitle || beginsWith(system, [subagent]) ? "auxiliary" : undefined;
  },
  saidIn(text) {
    const start = text.lastIndexOf(infoHead);
    const end = start < 0 ? -1 : text.indexOf(infoEnd, start);
    if (end < 0) return undefined;
    const said = `${text.slice(0, start)}${text.slice(end + infoEnd.length)}`;
    return said.trim() === "" ? nothingSaid : saidByUser(said);
  },
};
