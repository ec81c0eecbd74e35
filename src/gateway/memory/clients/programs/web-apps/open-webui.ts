import { behind, saidByAgent, saidByUser, type Client } from "../../client.ts";

/** How its side requests begin where they show no history in its tags: `config.py`, `utils/context_compaction.py`. */
const tasks = [
  "Your task is to reflect the speaker's likely facial expression through a fitting emoji.",
  'You have been provided with a set of responses from various models to the latest user query: "',
];
const compaction =
  "### Task:\nSummarize the conversation history that will be compacted out of the active chat context.";

/** System texts of requests that choose tools, that keep a memory of its own, and of what a model hands to another. */
const ownSystems = [
  "Your task is to choose and return the correct tool(s) from the list of available tools based on the query.",
  "You are Open WebUI's private memory reviewer.",
  "You are a sub-agent working on a specific task assigned by the lead agent.\n",
];

const contextHead =
  "### Task:\nRespond to the user query using the provided context, incorporating inline citations in the format [";
const contextEnd = "</context>";
const askedAgain = /^\s*<user_query>\n?([^]*?)\n?<\/user_query>/u;
const interpreterHead =
  '\n#### Code Interpreter\n\nYou have access to a Python code interpreter via: `<code_interpreter type="code" lang="python">';
const interpreterEnd =
  "\n\nEnsure the code interpreter is effectively utilized to achieve the highest-quality analysis for the user.";
/** After this where the interpreter runs in the browser. */
const browserHead = "##### Pyodide Environment\n\n- This Python environment runs via Pyodide in the browser.";
const browserEnd = "\n- Use `import os; os.listdir('/mnt/uploads')` to discover available files.";

/**
 * Open WebUI 0.12.4, and the texts of 0.5 and 0.6. A title, tags, what may be asked next, queries and the like are asked
 * for in one message that shows the history in tags; documents stand before what the user asks, or, in earlier versions,
 * after it.
 */
export const openWebUi: Client = {
  classOf({ system, count, first }) {
    const text = first.join("\n\n").trimStart();
    if (count === 1 && text.startsWith(compaction)) return "compaction";
    const isOwn = ownSystems.some((own) => system.includes(own)) || (count === 1 && isTask(text));
    return isOwn ? "auxiliary" : undefined;
  },
  saidIn(text) {
    const asked = withoutInterpreter(text);
    if (asked === undefined) return saidByAgent(withoutContext(text));
    const said = withoutContext(asked);
    return said === text ? undefined : saidByUser(said);
  },
};

/** `undefined` where it cannot be told how far what it says of its interpreter goes. */
function withoutInterpreter(text: string): string | undefined {
  const start = text.lastIndexOf(interpreterHead);
  if (start < 0) return text;
  const end = behind(text, interpreterEnd, start);
  if (end < 0) return undefined;
  const isInBrowser = text.slice(end).trimStart().startsWith(browserHead);
  const endInBrowser = isInBrowser ? behind(text, browserEnd, end) : end;
  return endInBrowser < 0 ? undefined : text.slice(0, start) + text.slice(endInBrowser);
}

function isTask(text: string): boolean {
  const showsHistory = text.startsWith("### Task:\n") && text.includes("\n<chat_history>\n");
  return showsHistory || tasks.some((task) => text.startsWith(task));
}

/** Documents may say anything, the end of their tag too: what the user asks stands after the last. */
function withoutContext(text: string): string {
  const start = text.startsWith(contextHead) ? 0 : text.indexOf(`\n${contextHead}`);
  if (start < 0) return text;
  const before = text.slice(0, start);
  const end = text.lastIndexOf(contextEnd);
  const behind = end < start ? "" : text.slice(end + contextEnd.length);
  const again = askedAgain.exec(behind);
  const said = `${before}${again ? behind.slice(again[0].length) : behind}`;
  return said.trim() === "" && again ? again[1]! : said;
}
