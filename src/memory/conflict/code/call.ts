import { wordSet } from "../../language/word-set.ts";
import { baseOf, meaningOf } from "../lexicon/lexicon.ts";
import { mentioning, removing } from "../text/words.ts";
import { filePhrase, nameWords, quoted, requestPhrase, timePhrase, unverified, where } from "./phrases.ts";
import { isSql, sqlWords } from "./sql.ts";

/** A call of a tool: its name, and what it is given. */
export type Call = {
  readonly name: string;
  readonly given: readonly Given[];
  /** It is told more than the arguments. */
  readonly hasMore: boolean;
};

/** An argument; without a key where it has only a place. */
type Given = { readonly key: string; readonly value: string };

/** The call that a text is: JSON with a name and arguments, or "name(...)"; undefined for another text. */
export function callOf(text: string): Call | undefined {
  if (text.startsWith("{")) return callOfJson(parsed(text));
  const [, name = "", inner = ""] = /^([A-Za-z_][\w.]*)\(([\s\S]*)\)$/.exec(text) ?? [];
  if (name !== "") return { name, given: argumentsOf(inner), hasMore: false };
  const [, tool = "", json = ""] =
    /^(?:call |use )?(?:the )?([a-z]\w*[._]\w+)(?: tool)?(?: with)?:? (\{[\s\S]*\})$/i.exec(text) ?? [];
  const value = parsed(json);
  return isRecord(value) ? { name: tool, given: flat(value), hasMore: false } : undefined;
}

const names = ["tool", "tool_name", "name", "function", "action"];
const holders = ["args", "arguments", "parameters", "params", "input", "tool_input"];

function callOfJson(value: unknown): Call | undefined {
  if (!isRecord(value)) return undefined;
  if (isRecord(value.function)) return callOfJson(value.function);
  const key = names.find((each) => typeof value[each] === "string");
  if (key === undefined) return undefined;
  const holder = holders.find((each) => value[each] !== undefined);
  const beside = Object.entries(value).filter(([each]) => each !== key && each !== holder && each !== "id");
  const name = String(value[key]);
  if (holder === undefined) return { name, given: flat(Object.fromEntries(beside)), hasMore: false };
  const held = value[holder];
  const given = typeof held === "string" ? parsed(held) : held;
  const hasMore = beside.length > 0 || !isRecord(given);
  // A command beside the arguments is one that is run.
  const commands = flat(Object.fromEntries(beside)).filter(isLine);
  return { name, given: [...commands, ...(isRecord(given) ? flat(given) : [])], hasMore };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The arguments of an object, and of the objects in it. */
function flat(record: Record<string, unknown>): Given[] {
  return Object.entries(record).flatMap(([key, value]) => {
    if (isRecord(value)) return flat(value);
    return [{ key, value: Array.isArray(value) ? value.map(String).join(", ") : String(value) }];
  });
}

/** "{...}" of JSON or nearly, or "key=value, 'text'". */
function argumentsOf(inner: string, depth = 0): Given[] {
  const value = parsed(inner);
  if (isRecord(value)) return flat(value);
  return parts(inner.replace(/^\s*\{(.*)\}\s*$/s, "$1")).flatMap((part) => {
    if (depth < depthMax && part.length < inner.length && /^\{[\s\S]*\}$/.test(part))
      return argumentsOf(part, depth + 1);
    const [, key = "", given = ""] = /^["']?([A-Za-z_]\w*)["']?\s*[=:]\s*([\s\S]*)$/.exec(part) ?? [];
    return key !== "" && !part.startsWith(`${key}://`) ? { key, value: bare(given) } : { key: "", value: bare(part) };
  });
}

/** Objects in objects that are taken apart. */
const depthMax = 8;

const bare = (text: string): string =>
  text
    .trim()
    .replace(/^[\w]?(["'`])([\s\S]*)\1$/, "$2")
    .replace(/^\[(.*)\]$/, "$1");

/** Splits at commas outside of quotes and brackets. */
function parts(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let quote = "";
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const mark = text[at]!;
    if (quote !== "") quote = mark === quote ? "" : quote;
    else if (/["'`]/.test(mark)) quote = mark;
    else if (/[([{]/.test(mark)) depth++;
    else if (/[)\]}]/.test(mark)) depth--;
    else if (mark === "," && depth === 0) {
      found.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...found, text.slice(from)].map((part) => part.trim()).filter((part) => part !== "");
}

/** An argument that is a command line. */
const isLine = ({ key }: Given): boolean => /^(?:command|cmd|script|shell)$/i.test(key);

/** Whether a call does no more than run the one command line that it is given. */
export const isOneLine = ({ given, hasMore }: Call): boolean =>
  !hasMore &&
  given.filter(isLine).length === 1 &&
  given.every((each) => isLine(each) || /^(?:timeout|timeout_ms|description|explanation)$/i.test(each.key));

const idle = wordSet("mcp tool tools api client functions function default self sdk session get set");

/** What a call does, in words. `say`: of a command that it is given. */
export function callWords({ name, given }: Call, say: (command: string) => string | undefined): string | undefined {
  const valueOf = (...keys: string[]) => given.find(({ key }) => keys.includes(key.toLowerCase()))?.value;
  const lines = given.filter(isLine).map(({ value }) => ({ value, said: say(value) }));
  if (lines.some(({ said }) => said !== undefined)) return lines.map(({ value, said }) => said ?? value).join(". ");
  if (lines.length > 0) return undefined;
  const statement = given.find(({ key, value }) => /^(?:|sql|query|statement)$/i.test(key) && isSql(value))?.value;
  if (statement !== undefined) {
    const others = given.filter(({ value }) => value !== statement).map(({ value }) => value);
    return sqlWords(statement, where([name, ...others].join(" ")));
  }
  const isUnchecked = given.some(({ key, value }) => /^verify|rejectunauthorized/i.test(key) && /^false$/i.test(value));
  const unchecked = isUnchecked ? unverified : "";
  const url =
    valueOf("url", "uri", "endpoint") ?? given.find(({ key, value }) => key === "" && /^https?:/.test(value))?.value;
  const method = valueOf("method", "verb") ?? methods.find((each) => nameWords(name).includes(each));
  if (url !== undefined && (method !== undefined || /fetch|request|http/i.test(name))) {
    const body = given.filter(({ value, key }) => value !== url && value !== method && key !== "").map(argumentPhrase);
    return `${unchecked}${requestPhrase(method ?? "GET", url, body.join(" "))}`;
  }
  const done = actOf(name);
  if (done === undefined) return undefined;
  return `${unchecked}${[done, ...given.map(argumentPhrase)].filter((phrase) => phrase !== "").join(" ")}`;
}

const methods = ["get", "post", "put", "patch", "delete"];

const verbs = [mentioning, removing];
/** What a tool's name means by a word. */
const nouns: Readonly<Record<string, string>> = {
  event: "meeting",
  pr: "pull request",
  msg: "message",
  repo: "repository",
  dm: "message",
};

/** "calendar.create_event": "create the meeting in calendar"; undefined where the name has no verb. */
function actOf(name: string): string | undefined {
  const words = nameWords(name).map((word) => nouns[word] ?? word);
  const isVerb = (word: string) => !idle.has(word) && meaningOf(baseOf(word)).act;
  const isKnown = (word: string) =>
    verbs.some((each) => each.has(baseOf(word))) || (isVerb(word) && meaningOf(baseOf(word)).isListed);
  const known = words.findIndex(isKnown);
  const at = known < 0 ? words.findIndex(isVerb) : known;
  if (at < 0) return words.some((word) => idle.has(word)) ? words.join(" ") : undefined;
  const things = words.slice(at + 1).filter((word) => !idle.has(word));
  const place = words.slice(0, at).filter((word) => !idle.has(word));
  const verb = words[at] === "create" && things[0] === "meeting" ? "schedule" : words[at]!;
  return [verb, ...things, ...(place.length > 0 ? [`via ${place.join(" ")}`] : [])].join(" ");
}

const phrases: readonly (readonly [RegExp, (value: string, key: string) => string])[] = [
  [/^(?:to|to_.*|recipients?|channel|dest(?:ination)?|audience)$/, (value) => `to ${value}`],
  [/^b?cc$/, (value) => `with a copy to ${value}`],
  [/^(?:from|source|origin)$/, (value) => `from ${value}`],
  [/^(?:path|file|filename|file_?path)$/, filePhrase],
  [/^(?:branch|base|head)$/, (value) => `to the branch ${value}`],
  [/^(?:env|environment|stage|cluster|database|db|region|bucket)$/, (value, key) => `in the ${key} ${value}`],
  [/^namespace$/, (value) => `in the namespace ${value}`],
  [/^(?:url|uri|endpoint)$/, (value) => `at ${value}`],
  [/^(?:start|start_?(?:time|date)|time|when|date|day|at)$/, timePhrase],
  [/^(?:end|end_?(?:time|date)|currency|timezone)$/, () => ""],
  [/^(?:amount|total|price|cost)$/, (value) => `for ${value}`],
  [
    /^(?:message|body|text|content|subject|title|description|comment|note|notes|summary|caption|reason)$/,
    (value, key) => `with the ${key} ${quoted(value)}`,
  ],
  [/^(?:old|old_str.*|find|search)$/, () => ""],
  [/^(?:new|new_str.*|replace)$/, (value) => `with ${quoted(value)}`],
];

function argumentPhrase({ key, value }: Given): string {
  const plain = key.toLowerCase();
  if (plain === "") return placePhrase(value);
  const phrase = phrases.find(([pattern]) => pattern.test(plain));
  if (phrase) return phrase[1](value, plain);
  const words = nameWords(key).join(" ");
  if (value === "true") return `with ${words}`;
  if (value === "false" || value === "null") return "";
  return /^\d+$/.test(value) ? `with ${value} ${words}` : `${words} ${value}`;
}

/** An argument that has only a place: a path, a text, or a name of the code. */
function placePhrase(value: string): string {
  if (/^[\w.@-]*\/[\w./@-]+$/.test(value)) return filePhrase(value);
  return /\s/.test(value) ? quoted(value) : nameWords(value).join(" ");
}
