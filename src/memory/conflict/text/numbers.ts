import { isMeasured } from "../measure/quantity.ts";
import type { Token } from "./tokens.ts";
import { empty } from "./words.ts";

/** A number that is as good as a name, and where the token behind it is. */
type Found = { number: string; to: number };

/**
 * The numbers that say which one a thing is, behind its word: "node-1", "port 22", "PR #12", "rooms 3 and 4". Undefined where there is
 * none, where it counts or measures, and of a range, which names more than its ends.
 */
export function numbersBehind(tokens: readonly Token[], at: number): string[] | undefined {
  const first = numberAt(tokens, at);
  if (!first || isRange(tokens, first.to)) return undefined;
  const numbers = [first.number];
  for (let to = first.to; joining.has(tokens[to]?.word ?? "");) {
    const next = numberAt(tokens, joining.has(tokens[to + 1]?.word ?? "") ? to + 2 : to + 1);
    if (!next) break;
    if (isRange(tokens, next.to)) return undefined;
    numbers.push(next.number);
    to = next.to;
  }
  return numbers;
}

const joining = new Set([",", "/", "&", "and", "or"]);
const ranging = new Set(["-", "–", "to", "through"]);

const isRange = (tokens: readonly Token[], at: number): boolean =>
  ranging.has(tokens[at]?.word ?? "") && tokens[at + 1]?.kind === "number" && !isMeasured(tokens, at + 1);

/** "#12" and "-1" belong to the word before them whatever follows; a bare number may count what follows. */
function numberAt(tokens: readonly Token[], at: number): Found | undefined {
  const isJoined = isJoinedAt(tokens, at);
  const from = isJoined ? at + 1 : at;
  const token = tokens[from];
  const version = versionAt(tokens, from);
  if (version) return version;
  if (token?.kind !== "number" || token.word.includes(":") || (!isJoined && isMeasured(tokens, from))) return undefined;
  let number = withoutZeros(token.word);
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
export function withoutNumber(tokens: readonly Token[], at: number): { word: string; number: string } | undefined {
  const [, name, number] = /^(\p{L}+)_?(\d+)$/u.exec(tokens[at]!.word) ?? [];
  if (name === undefined || number === undefined) return undefined;
  return { word: name === "v" ? "version" : name, number: withDecimals(tokens, at, withoutZeros(number)).number };
}

const withoutZeros = (number: string): string => number.replace(/^0+(?=\d)/, "");
