import { isBlank } from "../../../../../memory/text.ts";
import { tryParse } from "../../../../chat/exact-json.ts";
import {
  beginsWith,
  behind,
  nothingSaid,
  saidByAgent,
  saidByUser,
  type Client,
  type Said,
  type ToolResult,
} from "../../client.ts";

const summaryAsked = '<explicit_instructions type="summarize_task">';

const environment = "<environment_details>\n";
const environmentEnd = "</environment_details>";

/** A tool's result stands after its head: in the next part, or, in later versions, in the same. */
const resultHead = /^\s*\[([a-z_]+)(?: [^]*?)?\] Result:(?: Done)?[^\S\n]*(?:\n|$)/u;
/** Tools whose results are what the user says. */
const askingTools = ["ask_followup_question", "attempt_completion", "plan_mode_respond", "plan_mode_response"];
/** Tools whose results, where they are no parts of the message, may be what the user says, and are never another's. */
const answeredTools = [...askingTools, "execute_command", "new_task", "condense", "report_bug"];
const editingTools = ["write_to_file", "apply_diff", "apply_patch", "edit", "edit_file", "search_replace"];
/** Tools whose results begin as others wrote them: they may look like what the user says. */
const readingTools = ["read_file", "use_mcp_tool", "access_mcp_resource", "web_fetch"];

/** The tag that the user's words stand in, and what may stand before it. */
const opening = new RegExp(
  String.raw`\s*(?:${[
    String.raw`(?:You seem to be having trouble proceeding\. |Auto-approval limit reached\. )?The user [^<\n]{1,300}\n`,
    String.raw`New message to respond to with plan_mode_respon(?:d|se) tool \([^\n]{1,200}\):\n`,
    String.raw`New instructions for task continuation:\n`,
    String.raw`\[The user has switched to ACT MODE, [^\n]{1,200}\]\n\nThe user also provided [^<\n]{1,200}\n`,
  ].join("|")})?<(task|user_message|feedback|answer)>\n`,
  "uy",
);
/** What the user said while a command ran stands after its output. */
const running = /\s*Command is still running in /uy;
const feedbackHead = "\nThe user provided the following feedback:\n<feedback>\n";
const feedbackHeadOfRoo = "\n<user_message>\n";
const feedbackEndOfRoo = "\n</user_message>";
/** What the user said of a call, as JSON before its result or instead of it, and of mistakes. */
const feedbackAsJson = /^\{"status":"(?:approved|denied|guidance)","feedback":("(?:[^"\\\n]|\\.)*")\}(?:\n|$)/u;
/** What a command of the user's stands for is put before all of this. */
const command = "<explicit_instructions";
const commandEnd = "</explicit_instructions>";

/** After the words stands nothing, or what they mention. */
const behindWords =
  /\s*(?:$|<(?:file_content|folder_content|url_content|workspace_diagnostics|terminal_output|git_working_state|git_commit|command|environment_details)\b)/uy;

/** How parts begin that it puts in by itself, beside results of tools. */
const beginnings = [
  "[TASK RESUMPTION] ",
  "(The user did not provide a new message. ",
  "[The user has switched to ACT MODE, so you may now proceed with the task.]",
  "[ERROR] You did not use a tool in your previous response!",
  "[NOTE] Some previous conversation history with the user has been removed",
  "[[NOTE] This file read has been removed to save space",
  "The user denied this operation.",
  "Tool was interrupted and not executed due to user rejecting a previous tool.",
  "Skipping tool due to user rejecting a previous tool.",
  "# TODO LIST",
  "# Todo List (Optional - Plan Mode)",
  "Files attached by the user:\n\n<file_content ",
  "<file_content ",
  "<hook_context ",
  "<system-reminder>",
  command,
];
const toolAgain = /^\s*Tool \[\w+\] was not executed because a tool has already been used in this message\./u;

/**
 * Cline 3.32 to 3.89 and Roo Code 3 (`core/prompts/responses.ts`, `core/task`): each of their messages ends in what the
 * editor shows. Of such a message the user said what stands in tags, its own and those of what tools gave before it, where
 * the model calls tools by the provider's means; the rest is results of tools, files and reminders. Where nothing stands
 * in tags, what is none of these is kept, and binds nobody.
 */
export const cline: Client = {
  classOf: ({ last }) => (beginsWith(last.at(-1) ?? "", [summaryAsked]) ? "compaction" : undefined),
  saidAmong(parts, results) {
    if (!showsEnvironment(parts.at(-1) ?? "")) return undefined;
    const pieces = parts.map((part, at) => pieceOf(part, parts[at - 1]));
    const words = [...results().map(wordsInResult), ...pieces.map(wordsIn)];
    if (words.some((each) => each !== undefined)) return words.map((each) => each ?? nothingSaid);
    return pieces.map((piece) => (isOwn(piece) ? nothingSaid : saidByAgent(withoutEnvironment(piece.text))));
  },
};

type Piece = { text: string; tool?: string };

function pieceOf(part: string, before: string | undefined): Piece {
  const head = resultHead.exec(part);
  if (head) return { text: part.slice(head[0].length), tool: head[1]! };
  const headBefore = before === undefined ? null : resultHead.exec(before);
  return headBefore && isBlank(before!.slice(headBefore[0].length))
    ? { text: part, tool: headBefore[1]! }
    : { text: part };
}

/** What the user says in a result that is no part of the message: one of another tool may look like anything. */
function wordsInResult({ text, tool }: ToolResult): Said | undefined {
  const isAnswered = answeredTools.includes(tool);
  const feedback = feedbackIn(text);
  if (feedback !== undefined)
    return isAnswered || editingTools.includes(tool) ? saidByUser(feedback) : saidByAgent(feedback);
  return isAnswered ? wordsIn({ text: text.replace(resultHead, ""), tool }) : undefined;
}

function feedbackIn(text: string): string | undefined {
  const said = tryParse(feedbackAsJson.exec(text)?.[1] ?? "");
  return typeof said === "string" ? said : undefined;
}

/** What the user says in a piece; `undefined` where it has no tag of theirs. */
function wordsIn({ text, tool }: Piece): Said | undefined {
  const ofMistakes = tool === undefined ? feedbackIn(text) : undefined;
  if (ofMistakes !== undefined) return saidByUser(ofMistakes);
  const isCommand = beginsWith(text, [command]);
  for (let start = 0; start >= 0; start = isCommand ? behind(text, commandEnd, start) : -1) {
    opening.lastIndex = start;
    const [found, tag] = opening.exec(text) ?? [];
    if (tag !== undefined) {
      const isBare = found!.trimStart().startsWith("<");
      if (isBare && tool !== undefined && !askingTools.includes(tool)) return undefined;
      const said = wordsUntil(`\n</${tag}>`, text, opening.lastIndex);
      return tool !== undefined && readingTools.includes(tool) ? saidByAgent(said.text) : said;
    }
    running.lastIndex = start;
    if (running.test(text)) return wordsBehindOutput(text, running.lastIndex);
  }
  return undefined;
}

/** The output may say anything, tags too: the words stand after the last. */
function wordsBehindOutput(text: string, from: number): Said | undefined {
  const ofRoo = text.trimEnd().endsWith(feedbackEndOfRoo) ? text.lastIndexOf(feedbackHeadOfRoo) : -1;
  if (ofRoo >= from) return wordsUntil(feedbackEndOfRoo, text, ofRoo + feedbackHeadOfRoo.length);
  const feedback = text.lastIndexOf(feedbackHead);
  return feedback < from ? undefined : wordsUntil("\n</feedback>", text, feedback + feedbackHead.length);
}

/**
 * The words of a tag. Users write its end too: where one alone may be the frame's that is it, else it is the last that
 * may be, or the last of all; then the words may be more than the user's, and bind nobody.
 */
function wordsUntil(closing: string, text: string, from: number): Said {
  const closings: number[] = [];
  for (let at = text.indexOf(closing, from); at >= 0; at = text.indexOf(closing, at + 1)) closings.push(at);
  const ends = closings.filter((at) => {
    behindWords.lastIndex = at + closing.length;
    return behindWords.test(text);
  });
  const said = text.slice(from, ends.at(-1) ?? closings.at(-1));
  return ends.length === 1 ? saidByUser(said) : saidByAgent(said);
}

function isOwn({ text, tool }: Piece): boolean {
  return tool !== undefined || beginsWith(text, beginnings) || toolAgain.test(text);
}

function showsEnvironment(part: string): boolean {
  return part.trimEnd().endsWith(environmentEnd) && part.includes(environment);
}

function withoutEnvironment(text: string): string {
  return showsEnvironment(text) ? text.slice(0, text.lastIndexOf(environment)) : text;
}
