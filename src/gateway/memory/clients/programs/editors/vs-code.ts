import { beginsWith, nothingSaid, saidByAgent, saidByUser, type Client, type Said } from "../../client.ts";

const titleSystem = /^\s*You are an expert in crafting (?:pithy|ultra-compact) titles for chatbot conversations\./u;
const titleAsked = "Please write a brief title for the following ";

/** How it asks for a summary, as the system and as the user, and how the conversation goes on from it. */
const summarySystem =
  "Your task is to create a comprehensive, detailed summary of the entire conversation that captures all essential information";
const summaryAsked =
  "Summarize the conversation history so far, paying special attention to the most recent agent commands";
const summary = /^\s*<conversation-summary>\n[^]*\n<\/conversation-summary>/u;

/** Models of some families have the request in another tag. */
const requestTags = ["userRequest", "user_query"];
const frameTags =
  "attachments|toolReferences|context|editorContext|reminderInstructions|notebookFormatInstructions|conversation-summary|environment_info|workspace_info";
const frameHead = new RegExp(String.raw`^\s*<(?:${frameTags})>\n`, "u");
const frameEnd = new RegExp(
  String.raw`</(?:${frameTags}|userMemory|sessionMemory|repoMemory|repository_memories)>$`,
  "u",
);
/** How messages begin that show the machine, the date and reminders, and no request. */
const beginnings = ["<environment_info>\nThe user's current OS is", "<context>\nThe current date is "];

/**
 * Chat of VS Code, with a model of one's own (`vscode-copilot-chat` 0.42, `agentPrompt.tsx`): the request stands last, in a
 * tag after those of its frame.
 */
export const vsCode: Client = {
  classOf({ system, first, last }) {
    if (beginsWith(system, [summarySystem]) && beginsWith(last[0] ?? "", [summaryAsked])) return "compaction";
    return titleSystem.test(system) && beginsWith(first[0] ?? "", [titleAsked]) ? "auxiliary" : undefined;
  },
  saidAmong(parts) {
    if (!parts.some(isSummary) || parts.every((part) => requestIn(part) === undefined)) return undefined;
    return parts.map((part) => (isSummary(part) ? nothingSaid : (saidIn(part) ?? saidByUser(part))));
  },
  saidIn,
};

function saidIn(text: string): Said | undefined {
  const request = requestIn(text);
  if (request !== undefined) return request;
  if (beginsWith(text, beginnings) && frameEnd.test(text.trimEnd())) return nothingSaid;
  return summary.test(text) ? saidByAgent(text) : undefined;
}

/** Whether a part is a summary and its frame: of a message with a request it is not what is asked. */
function isSummary(text: string): boolean {
  return summary.test(text) && frameEnd.test(text.trimEnd());
}

/** Where the request may begin at more than one place, all that it may be is kept, and binds nobody. */
function requestIn(part: string): Said | undefined {
  const text = part.trimEnd();
  const tag = requestTags.find((each) => text.endsWith(`\n</${each}>`));
  if (tag === undefined) return undefined;
  const end = -`\n</${tag}>`.length;
  const start = text.trimStart();
  const head = `<${tag}>\n`;
  if (start.startsWith(head)) return saidByUser(start.slice(head.length, end));
  if (!frameHead.test(text)) return undefined;
  const heads = [...text.matchAll(new RegExp(String.raw`</(?:${frameTags})>\s*${head}`, "gu"))];
  if (heads.length === 0) return undefined;
  const said = text.slice(heads[0]!.index + heads[0]![0].length, end);
  return heads.length === 1 ? saidByUser(said) : saidByAgent(said);
}
