import { isBlank } from "../../../../../memory/text.ts";
import { beginsWith, nothingSaid, saidByAgent, saidByUser, type Client, type Said } from "../../client.ts";

const agent = /^\s*You are (?:gptme v\d|[^\n]{1,100}, an agent running in gptme v\d)/u;

/** System texts of what it asks on the side: titles, summaries, what of a tool's output is kept, what files bear on a turn. */
const systems = [
  "Generate concise conversation titles.",
  "You are a helpful assistant that helps summarize messages into bullet format. Dont use any preamble or heading,",
  "You are a precise extraction helper for coding-agent tool output.",
  "You are a file-relevance oracle. You receive a repository file list and a user",
  "You are to tab-complete the user prompt with a relevant query.",
];
const formAsked =
  "Extract the options from this assistant message and format them for a selection form.\n\n<message>\n";
const summaryAsked = [
  "Context budget has been reached — produce a structured checkpoint before history is compacted.",
  "The messages above are an older part of a long conversation that no longer fits in a single summarization request.",
];

/** For models that take no system message behind the first, what it tells them stands so in the user's messages. */
const blockHead = /(?:^|\n\n)<system>/u;
const blockBetween = /<\/system>\n\n<system>/gu;
const blockEnd = "</system>";

/** gptme 0.35.1. Results of tools are the system's words, and so is what it goes on with by itself, in the same blocks. */
export const gptme: Client = {
  classOf({ system, count, first, last }) {
    if (agent.test(system) && beginsWith(last.at(-1) ?? "", summaryAsked)) return "compaction";
    const isForm = count === 1 && beginsWith(first[0] ?? "", [formAsked]);
    return isForm || beginsWith(system, systems) ? "auxiliary" : undefined;
  },
  saidUnder: (system) => (agent.test(system) ? withoutBlocks : () => undefined),
};

/** A tool's result may say anything, the end of a block too: what stands between two blocks may be its, and binds nobody. */
function withoutBlocks(text: string): Said | undefined {
  const head = blockHead.exec(text)?.index ?? -1;
  const end = text.lastIndexOf(blockEnd);
  if (head < 0 || end < head) return undefined;
  const outside = `${text.slice(0, head)}${text.slice(end + blockEnd.length)}`;
  const blocks = text.slice(head, end).replace(blockBetween, "");
  if (blocks.includes(blockEnd)) return saidByAgent(text);
  return isBlank(outside) ? nothingSaid : saidByUser(outside);
}
