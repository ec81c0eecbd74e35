import { isMeasured } from "../measure/quantity.ts";
import { baseOf } from "../lexicon/lexicon.ts";
import { wordSet } from "../../language/word-set.ts";
import { wordAt, type Token } from "./tokens.ts";
import { determiners, empty } from "./words.ts";

/** A number that is as good as a name, and where the token behind it is. */
type Found = { number: string; to: number };

/** "2,1" is two of them; "80,443" may be one or two. */
const eachOf = ({ number }: Found): string[] =>
  isThousands(number) ? [number.replaceAll(",", "")] : number.split(",").map(withoutZeros);

const isThousands = (number: string): boolean => /^\d{1,3}(?:,\d{3})+$/u.test(number);

/** The numbers that say which one a thing is. `isOpen`: it names more than those: "nodes 1 to 3", "node-1 and the rest". */
export type Numbering = { numbers: readonly string[]; isOpen: boolean };

/**
 * The numbers behind a word: "node-1", "port 22", "PR #12", "rooms 3 and 4". Undefined where there is none, or where it counts or
 * measures.
 */
export function numbersBehind(tokens: readonly Token[], at: number): Numbering | undefined {
  const first = numberAt(tokens, at);
  if (!first) return undefined;
  const numbers = eachOf(first);
  let isUnsure = isThousands(first.number);
  let { to } = first;
  while (joining.has(wordAt(tokens, to))) {
    const next = numberAt(tokens, behind(joining, tokens, to));
    if (!next) break;
    numbers.push(...eachOf(next));
    isUnsure ||= isThousands(next.number);
    to = next.to;
  }
  const { numbers: all, isOpen } = withMore(tokens, numbers, { at: to, name: at - 1 });
  return { numbers: all, isOpen: isOpen || isUnsure };
}

/** With the end of a range, and whether more is meant. */
function withMore(
  tokens: readonly Token[],
  numbers: readonly string[],
  { at, name }: { at: number; name: number },
): Numbering {
  const end = isFrom(tokens, name - 1) ? undefined : rangeEnd(tokens, at, baseOf(nameOf(tokens[name]!)));
  if (end !== undefined) return { numbers: [...numbers, end], isOpen: true };
  return { numbers, isOpen: goesOn(tokens, at) };
}

/** "from node-1 to node-2" is a way, and no range. */
const isFrom = (tokens: readonly Token[], at: number): boolean => tokens[at]?.word === "from";

const joining = new Set([",", "/", "&", "and", "or"]);
const ranging = wordSet("- – — → … = > to through thru until till up down");
const dots = new Set(["."]);
/** What says right behind a number that more is meant than it. */
const onward = wordSet("+ * upward upwards onward onwards downward downwards");
/** The same behind "and" or "or". */
const more = wordSet(
  `up upward upwards onward onwards down older newer earlier later lower higher lesser greater smaller larger bigger less more below
   above under over beyond any all every everything other others another rest remaining remainder following`,
);

/** "3" of "1 to 3", "node-1 up to node-3", "node1-node3", "1, 2, ... and 3", behind their "1" or "2". */
function rangeEnd(tokens: readonly Token[], at: number, name: string): string | undefined {
  const joined = behind(joining, tokens, at);
  const ranged = behind(ranging, tokens, behindDots(tokens, joined));
  if (ranged === joined) return undefined;
  const end = behind(joining, tokens, ranged);
  const bare = numberAt(tokens, end);
  if (bare || tokens[end]?.kind !== "word" || baseOf(nameOf(tokens[end])) !== name) return bare?.number;
  return withoutNumber(tokens, end)?.number ?? numberAt(tokens, end + 1)?.number;
}

/** A word without the number that it ends in. */
const nameOf = ({ word }: Token): string => word.replace(/(?<![\d_])_?\d+$/u, "");

/** "1+", "1 and up", "1.1 or older", "node-1 and all the others". */
function goesOn(tokens: readonly Token[], at: number): boolean {
  if (onward.has(wordAt(tokens, at))) return true;
  const joined = behind(joining, tokens, at);
  if (joined === at) return false;
  return [joined, behind(determiners, tokens, joined)].some((place) => more.has(wordAt(tokens, place)));
}

/** The place behind two dots or more. */
function behindDots(tokens: readonly Token[], from: number): number {
  const to = behind(dots, tokens, from);
  return to > from + 1 ? to : from;
}

/** The place behind words of one sort. */
function behind(words: ReadonlySet<string>, tokens: readonly Token[], from: number): number {
  let at = from;
  while (words.has(wordAt(tokens, at))) at++;
  return at;
}

/** "#12" and "-1" belong to the word before them whatever follows; a bare number may count what follows. */
function numberAt(tokens: readonly Token[], at: number): Found | undefined {
  const isJoined = isJoinedAt(tokens, at);
  const from = isJoined ? at + 1 : at;
  const token = tokens[from];
  const version = versionAt(tokens, from);
  if (version) return version;
  if (token?.kind !== "number" || token.word.includes(":") || (!isJoined && isMeasured(tokens, from))) return undefined;
  let number = withoutZeros(token.text);
  let to = from + 1;
  if (isJoined)
    for (; tokens[to]?.text === "-" && isJoinedAt(tokens, to); to += 2) number += `-${tokens[to + 1]!.word}`;
  // "12a"
  if (tokens[to]?.kind === "word" && isTight(tokens, to)) number += tokens[to++]!.word;
  return { number, to };
}

/** Whether a hyphen or "#" joins a number to the word before it. */
export const isJoinedAt = (tokens: readonly Token[], at: number): boolean => {
  const mark = tokens[at]?.text;
  const isMark = mark === "#" || (mark === "-" && isTight(tokens, at));
  return isMark && isTight(tokens, at + 1) && (tokens[at + 1]!.kind === "number" || isVersion(tokens[at + 1]));
};

/** "v18". */
export const isVersion = (token: Token | undefined): boolean => token?.kind === "word" && /^v\d+$/u.test(token.word);

const versionAt = (tokens: readonly Token[], at: number): Found | undefined =>
  isVersion(tokens[at]) ? withDecimals(tokens, at, withoutZeros(tokens[at]!.word.slice(1))) : undefined;

/** "v1.2", "python3.12": a dot ends the word, and the number goes on behind it. */
function withDecimals(tokens: readonly Token[], at: number, number: string): Found {
  const isDecimal =
    tokens[at + 1]?.text === "." &&
    tokens[at + 2]?.kind === "number" &&
    isTight(tokens, at + 1) &&
    isTight(tokens, at + 2);
  return isDecimal ? { number: `${number}.${tokens[at + 2]!.word}`, to: at + 3 } : { number, to: at + 1 };
}

/** "Restart 3 nodes": a bare number behind a verb counts what follows it. */
export function counts(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  return tokens[at]?.kind === "number" && next?.kind === "word" && !empty.has(next.word) && !next.word.endsWith("ly");
}

/** No white space stands before the token. */
const isTight = (tokens: readonly Token[], at: number): boolean => {
  const before = tokens[at - 1];
  return before !== undefined && tokens[at]?.start === before.start + before.text.length;
};

/** "node1", "python3.12": a word that ends in its number. "v2" is a version. */
function withoutNumber(tokens: readonly Token[], at: number): (Found & { word: string }) | undefined {
  const [, name, number] = /^(\p{L}+)_?(\d+)$/u.exec(tokens[at]!.word) ?? [];
  if (name === undefined || number === undefined) return undefined;
  return { word: name === "v" ? "version" : name, ...withDecimals(tokens, at, withoutZeros(number)) };
}

/** A word that ends in its number, and what it is numbered by. */
export function numberedWord(tokens: readonly Token[], at: number): { word: string; numbering: Numbering } | undefined {
  const found = withoutNumber(tokens, at);
  return found && { word: found.word, numbering: withMore(tokens, [found.number], { at: found.to, name: at }) };
}

const withoutZeros = (number: string): string => number.replace(/^0+(?=\d)/, "");
