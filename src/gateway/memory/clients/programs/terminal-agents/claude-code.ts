import { headerOf } from "../../../request/headers.ts";
import {
  beginsWith,
  behind,
  nothingSaid,
  saidByAgent,
  saidByUser,
  type Client,
  type RequestClass,
  type Said,
  type ToolResult,
} from "../../client.ts";

const classes: Readonly<Record<string, RequestClass | undefined>> = {
  main: undefined,
  auxiliary: "auxiliary",
  compaction: "compaction",
  // What these say as the user was written by the agent that runs them.
  side_reply: "auxiliary",
  subagent: "auxiliary",
  workflow: "auxiliary",
};

/** By which it is known where a proxy before us passes its headers not on: how its system text begins, one block of it. */
const systems = [
  "x-anthropic-billing-header: cc_version=",
  "You are Claude Code, Anthropic's official CLI for Claude",
  "You are a Claude agent, built on Anthropic's Claude Agent SDK.",
];
/** Of its own subagents. */
const subagents = [
  "You are an agent for Claude Code, Anthropic's official CLI for Claude.",
  "You are a file search specialist for Claude Code, Anthropic's official CLI for Claude.",
  "You are a software architect and planning specialist for Claude Code.",
];

const summaryAsked = "CRITICAL: Respond with TEXT ONLY. Do NOT call any tools.";

/** How a skill begins that it loads. */
const skillFile = "Base directory for this skill: /";

/** How texts begin that it puts into the user's messages: reminders, its own commands and their output, skills, summaries. */
const beginnings = [
  "<system-reminder>",
  "<local-command-",
  "<command-name>",
  "<bash-input>",
  "<bash-stdout>",
  "<bash-stderr>",
  "<task-notification>",
  skillFile,
  "[Request interrupted by user",
  "Stop hook feedback:\n",
  "This session is being continued from a previous conversation",
  "This session is being continued from another machine. Application state may have changed.",
];
/** What other agents say, or people by way of other programs. */
const others = ["<teammate-message ", "<cross-session-message", "<agent-message", '<channel source="'];

/** A command of the user's, or the model's call of one: behind it stands what it is short for, as a file says it. */
const command = "<command-message>";
const skillHead = "Launching skill: ";
const argumentsHead = "<command-args>";
const argumentsEnd = "</command-args>";

/** What the user says while it works is passed on in a reminder, behind what a tool gave, or as what the system says. */
const sentHead = "The user sent a new message while you were working:\n";
const sentEnd =
  "\n\nIMPORTANT: After completing your current task, you MUST address the user's message above. Do not ignore it.";
const reminderHead = "<system-reminder>\n";
const readingTools = /^(?:Grep|Read|WebFetch|WebSearch|mcp__.*)$/su;

/** Of these it asks the user before they run, and none that ran and failed gives a text that begins with what others wrote. */
const askedTools = ["AskUserQuestion", "Bash", "Edit", "ExitPlanMode", "MultiEdit", "NotebookEdit", "Skill", "Write"];

/** What the user says of a call that they refuse, and what they answer where they are asked. */
const refusedHead =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the " +
  "new_string was NOT written to the file). To tell you how to proceed, the user said:\n";
const refusedEnd = "\n\nNote: The user's next message may contain a correction or preference.";
const answers =
  /^(?:User has answered your questions|Your questions have been answered): ([^]*)\. You can now continue/u;
const answerHead = "The user responded: ";

/**
 * Claude Code 2.1.197. It names the class of a request where it is told to (CLAUDE_CODE_GATEWAY_HINT_HEADERS=1). Where it
 * does not, a subagent is known by its id or its system text, what is asked on the side, such as a title, by having no
 * tools, and a summary by the words that ask for it.
 */
export const claudeCode: Client = {
  classOf({ headers, hasTools, system, last }) {
    const named = headerOf(headers, "x-claude-code-request-class");
    if (named !== undefined && Object.hasOwn(classes, named)) return classes[named];
    if (headerOf(headers, "x-claude-code-agent-id") !== undefined) return "auxiliary";
    const isNamed = headerOf(headers, "x-claude-code-session-id") !== undefined;
    if (!isNamed && !beginsWith(system, systems)) return undefined;
    if (!hasTools || subagents.some((own) => system.includes(own))) return "auxiliary";
    return last.some((text) => text.includes(summaryAsked)) ? "compaction" : undefined;
  },
  saidIn(text) {
    if (beginsWith(text, others)) return saidByAgent(text);
    return sentIn(text, reminderHead) ?? (beginsWith(text, beginnings) ? nothingSaid : undefined);
  },
  saidAmong(parts, results, system) {
    if (parts.length === 0) return beginsWith(system, systems) ? results().map(wordsInResult) : undefined;
    const files = parts.filter((part) => beginsWith(part, [skillFile]));
    const called = Math.max(0, results().filter(isSkill).length - files.length);
    const unframed = parts.filter((part) => !isCommand(part) && !claudeCode.saidIn!(part));
    const templates = new Set(unframed.slice(0, called));
    if (templates.size === 0 && !parts.some(isCommand)) return undefined;
    return parts.map((part, at) => {
      if (isCommand(part)) return saidByUser(argumentsIn(part));
      const isTemplate = templates.has(part) || isCommand(parts[at - 1] ?? "");
      return claudeCode.saidIn!(part) ?? (isTemplate ? nothingSaid : saidByUser(part));
    });
  },
  saidInSystem: (text) => sentIn(text, ""),
};

function isCommand(part: string): boolean {
  return beginsWith(part, [command]);
}

function argumentsIn(part: string): string {
  const from = behind(part, argumentsHead, 0);
  return from < 0 ? "" : part.slice(from, Math.max(from, part.lastIndexOf(argumentsEnd)));
}

function isSkill({ tool, text }: ToolResult): boolean {
  return tool === "Skill" && text.startsWith(skillHead);
}

/** All that was sent, one behind the other; `undefined` where a text does not begin with it. */
function sentIn(text: string, head: string): Said | undefined {
  const start = `${head}${sentHead}`;
  const said: string[] = [];
  for (let rest = text; rest.startsWith(start);) {
    const end = rest.indexOf(sentEnd, start.length);
    if (end < 0) return saidByAgent([...said, rest.slice(start.length)].join("\n\n"));
    said.push(rest.slice(start.length, end));
    rest = rest.slice(end + sentEnd.length).trimStart();
  }
  return said.length > 0 ? saidByUser(said.join("\n\n")) : undefined;
}

/**
 * What tools gave may look like what the user sent behind it: that is kept, and binds nobody. What those gave that read what
 * others wrote is not.
 */
function wordsInResult({ tool, text, isError }: ToolResult): Said {
  if (isError && text.startsWith(refusedHead) && askedTools.includes(tool)) {
    const [said = ""] = text.slice(refusedHead.length).split(refusedEnd);
    return saidByUser(said);
  }
  if (tool === "AskUserQuestion") {
    if (text.startsWith(answerHead)) return saidByUser(text.slice(answerHead.length));
    return saidByAgent(answers.exec(text)?.[1] ?? "");
  }
  if (readingTools.test(tool)) return nothingSaid;
  const at = text.lastIndexOf(`\n\n${reminderHead}${sentHead}`);
  const sent = at < 0 ? undefined : sentIn(text.slice(at + 2), reminderHead);
  return sent ? saidByAgent(sent.text) : nothingSaid;
}
