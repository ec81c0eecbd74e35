import { beginsWith, saidByUser, type Client } from "../../client.ts";

/** The system texts of what it asks by itself: its memory, summaries, answers that are to fit a schema, what may come next. */
const memories = [
  "You are a Memory Manager that is responsible for managing information and preferences about the user. You will be",
  "You judge fact supersession for an entity's memory.",
  "You are a Learning Extractor. Your job is to identify knowledge worth preserving",
  "You are a Session Context Manager. Your job is to maintain a living summary of this",
];
const answers = [
  "You are tasked with creating a structured output from the provided user message.",
  "You are tasked with creating a structured output from the provided data.",
  "Based on the user's message and the assistant's response below, generate follow-up suggestions.",
  "You are compressing tool call results to save context space while preserving critical information.",
];
const summaries = [
  "Analyze the following conversation between a user and an assistant, and extract the following details:\n- Summary (str)",
  "You maintain the running summary of a long conversation between a user and an AI agent.",
];
/** The passage that it searches for in place of a question. */
const passageAsked =
  "Write a short passage that answers the question below, as it might appear in a reference document.";

/** What it puts behind the user's words: first what it found, then what the program says. */
const additions = [
  ["\n\n<additional context>\n", "</additional context>"],
  ["\n\nUse the following references from the knowledge base if it helps:\n<references>\n", "</references>"],
] as const;

/** Agno 3.1.10: `memory/`, `learn/`, `session/`, `compaction/`, `compression/`, `agent/`, `knowledge/`. */
export const agno: Client = {
  classOf({ system, count, first }) {
    if (beginsWith(system, summaries)) return "compaction";
    const isPassage = count === 1 && beginsWith(first[0] ?? "", [passageAsked]);
    return isPassage || beginsWith(system, [...memories, ...answers]) ? "auxiliary" : undefined;
  },
  saidIn(text) {
    const said = additions.reduce(withoutEnd, text.trimEnd());
    return said === text.trimEnd() ? undefined : saidByUser(said);
  },
};

/** What was found may hold such a beginning itself: the first one counts. */
function withoutEnd(text: string, [opening, closing]: (typeof additions)[number]): string {
  const start = text.endsWith(closing) ? text.indexOf(opening) : -1;
  return start < 0 ? text : text.slice(0, start);
}
