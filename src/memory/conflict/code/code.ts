import { wordSet } from "../../language/word-set.ts";
import { callOf, callWords, isOneLine } from "./call.ts";
import { innerOf } from "./inner.ts";
import { filePhrase } from "./phrases.ts";
import { isPlain } from "./plain.ts";
import { branchOf, programs } from "./programs.ts";
import { commandOf, isOperator, wordsOfLine, type Command, type Word } from "./shell.ts";
import { isPlainSql, sqlWords } from "./sql.ts";

/** What of a text is code. */
export type Code = {
  /** The text, with its commands, SQL statements and calls of tools said in words. */
  readonly words: string;
  /** The commands in it, with those that they run; what a tool is called for is none. */
  readonly commands: readonly Command[];
  /** It is nothing but commands and statements that do what is said of them and nothing else (`plain.ts`). */
  readonly isWhole: boolean;
};

/** Characters of a text that is read for commands; a longer one is taken for prose. */
const codeMax = 4_000;

/** The code in a text; undefined where it has none. */
export function readCode(text: string): Code | undefined {
  if (text.length > codeMax) return undefined;
  return text.includes("`") ? betweenTicks(text) : codeOf(text.trim(), false);
}

/** "Run `git push` now": what stands between back ticks. */
function betweenTicks(text: string): Code | undefined {
  const found: Code[] = [];
  const words = text.replace(ticked, (whole, code: string) => {
    const read = codeOf(code.trim(), true);
    if (read) found.push(read);
    return read?.words ?? whole;
  });
  if (found.length === 0) return undefined;
  const isAll = text.replace(ticked, "").replace(/[\s.]/g, "") === "";
  return {
    words,
    commands: found.flatMap(({ commands }) => commands),
    isWhole: isAll && found.every(({ isWhole }) => isWhole),
  };
}

const ticked = /(?:\b(?:run|execute|call|use)\s+)?`([^`]+)`/gi;

/** "Run git push", "then execute ...". */
const leadIn = /^(?:(?:i(?:'ll| will)|let's|please|now|then|first)\s+)*(?:run|execute|call|use|invoke)\s+(?=\S)/i;

/** `isMarked`: it stands between back ticks, so that an English word can be a program. */
const codeOf = (text: string, isMarked: boolean): Code | undefined =>
  statementIn(text) ?? calledIn(text.replace(leadIn, "")) ?? runIn(text, isMarked);

function statementIn(text: string): Code | undefined {
  const bare = text.replace(leadIn, "");
  const words = sqlWords(bare);
  return words === undefined ? undefined : { words, commands: [], isWhole: isPlainSql(bare) };
}

function runIn(text: string, isMarked: boolean): Code | undefined {
  const bare = text.replace(leadIn, "");
  return commandsIn(isProgram(bare) ? bare : text, isMarked);
}

/** A call of a tool, and what is said behind it. */
function calledIn(text: string): Code | undefined {
  const [, sentence = "", tail = ""] = /^([\s\S]*[)}])([^)}"'`]*)$/.exec(text) ?? [];
  const call = callOf(sentence);
  const inner: Code[] = [];
  const say = (line: string) => {
    const read = statementIn(line) ?? runIn(line, true); // A tool is called by no command line.
    if (read) inner.push(read);
    return read?.words;
  };
  const words = call && callWords(call, say);
  if (words === undefined) return undefined;
  return {
    words: `${words}${tail}`,
    commands: inner.flatMap(({ commands }) => commands),
    isWhole: isOneLine(call!) && inner.length === 1 && inner[0]!.isWhole && tail.trim() === "",
  };
}

/** "Friday, 5 pm: git push": the parts of a text between colons, of which some are command lines. */
function commandsIn(text: string, isMarked: boolean): Code | undefined {
  const parts = text.split(/(?<=^[^"']*[^\s:"']): (?=\S)/);
  const read = parts.map((part) => lineOf(part.trim(), isMarked));
  if (read.every((code) => code === undefined)) return undefined;
  return {
    words: read.map((code, at) => code?.words ?? parts[at]).join(". "),
    commands: read.flatMap((code) => code?.commands ?? []),
    isWhole: read.every((code) => code?.isWhole === true),
  };
}

const isProgram = (text: string): boolean =>
  Object.hasOwn(programs, /^[\w.-]+/.exec(text)?.[0] ?? "") || /^(?:sudo |[A-Z_]+=)/.test(text);

/** The commands of a line, one after the other, and those in its "$(...)" and "<(...)". */
function lineOf(line: string, isMarked: boolean): Code | undefined {
  const words = wordsOfLine(line);
  const read = words && commandsOf(words, line, isMarked || line.includes("$("), 0);
  if (!read) return undefined;
  const inner = [...line.matchAll(substituted)].flatMap(([, text = ""]) => codeOf(text.trim(), true) ?? []);
  return {
    words: [read, ...inner].map((each) => each.words).join(". "),
    commands: [read, ...inner].flatMap(({ commands }) => commands),
    isWhole: read.isWhole && !/[`$<\\&]/.test(line.replace(/&&|\d?>&\d/g, "")),
  };
}

const substituted = /[$<>]\(([^()]+)\)/g;
/** Commands in commands that are read: "ssh web docker exec db psql". */
const depthMax = 4;
const isKnown = (name: string): boolean => Object.hasOwn(programs, name) || name === "sudo";

function commandsOf(words: readonly Word[], line: string, isMarked: boolean, depth: number): Code | undefined {
  const commands: Command[] = [];
  const said: string[] = [];
  let isWhole = true;
  let branch: string | undefined;
  let before: Command | undefined;
  let isCode = false;
  for (const { part, operator } of partsOf(words)) {
    const { own, tail } = withoutTail(part, line);
    const found = commandOf(own, before, branch);
    const command = found && isCommand(found, own, isMarked) ? found : undefined;
    const source = line.slice(own[0]!.start, own.at(-1)!.end);
    const spoken = command ? saidOf(command) : sqlWords(own.map(({ text }) => text).join(" "));
    const run = command && depth < depthMax ? innerOf(command, isKnown) : undefined;
    const inner = run && commandsOf(run.words, run.source ?? line, true, depth + 1);
    if (command) commands.push(command, ...(inner?.commands ?? []));
    if (spoken === undefined || tail !== "" || !(command ? isPlain(command) : isPlainSql(source))) isWhole = false;
    isCode ||= spoken !== undefined || inner !== undefined;
    const does = inner ? [...(spoken === undefined ? [] : [spoken]), inner.words].join(". ") : (spoken ?? source);
    said.push(`${does}${tail}`);
    branch = (command && branchOf(command)) ?? branch;
    before = operator === "|" ? command : undefined;
  }
  return isCode ? { words: said.join(". "), commands, isWhole } : undefined;
}

function partsOf(words: readonly Word[]): { part: Word[]; operator: string }[] {
  const parts: { part: Word[]; operator: string }[] = [];
  let part: Word[] = [];
  for (const word of words) {
    if (!isOperator(word)) part.push(word);
    else {
      if (part.length > 0) parts.push({ part, operator: word.text });
      part = [];
    }
  }
  if (part.length > 0) parts.push({ part, operator: "" });
  return parts;
}

/** Words that no command has among its own: prose begins with them. */
const prose = wordSet(
  "without on before after then while because so but with now first instead although when right and afterwards later until unless",
);

const none: ReadonlySet<string> = new Set();

/** "helm upgrade web on Friday": a command, and what is said of it. */
export function withoutTail(part: readonly Word[], source: string, others = none): { own: Word[]; tail: string } {
  const begins = (word: Word, at: number) =>
    at > 0 &&
    !word.isQuoted &&
    (prose.has(word.text.toLowerCase()) ||
      others.has(word.text) ||
      part[at - 1]!.text.endsWith(",") ||
      /^[(–—]/.test(word.text));
  const at = part.findIndex(begins);
  const own = at < 0 ? [...part] : part.slice(0, at);
  const last = own.at(-1)!;
  if (!last.isQuoted && /\w[.,!]$/.test(last.text)) own.splice(-1, 1, { ...last, text: last.text.slice(0, -1) });
  const comma = at > 0 && part[at - 1]!.text.endsWith(",") ? "," : "";
  return { own, tail: at < 0 ? "" : `${comma} ${source.slice(part[at]!.start, part.at(-1)!.end)}` };
}

/** Programs whose names are English words. */
const worded = wordSet("go kill cat find head tail touch service make watch less echo tree top fly black sh tee su");
const articles = wordSet("the a an is was are my your our all this that to for of");

/** "service" and "go" are words too: a command is written without articles, and such a one with a sign of code. */
export function isCommand(command: Command, own: readonly Word[], isMarked: boolean): boolean {
  const { program, words, flags, input } = command;
  if (!Object.hasOwn(programs, program)) return false;
  const plain = own.filter(({ isQuoted }) => !isQuoted).map(({ text }) => text);
  if (plain.some((word) => articles.has(word))) return false;
  if (isMarked || input || !worded.has(program)) return true;
  const isShort = words.length > 0 && words.length < 3 && ["go", "make", "service"].includes(program);
  return isShort || flags.size > 0 || plain.slice(1).some((word) => /[\d/._*$=~>]/.test(word));
}

/** What a command says, and how it is run. */
function saidOf(command: Command): string | undefined {
  const said = programs[command.program]!(command);
  if (said === undefined) return undefined;
  const asRoot = command.isRoot ? "run a command as root with sudo. " : "";
  const unhooked = command.variables.some((each) => /^(?:HUSKY|SKIP)/.test(each)) ? "skip the hooks. " : "";
  const output = command.output === undefined ? "" : `. edit by hand ${filePhrase(command.output)}`;
  return `${asRoot}${unhooked}${said}${command.isRoot ? " as root" : ""}${output}`;
}
