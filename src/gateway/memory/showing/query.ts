import { queryTermsOf } from "../../../memory/search/words/tokenize.ts";

/** What is searched for: by words, and by its vector. */
export type Query = { words: string; meaning: string };

/** The built-in model reads some 250 tokens, which is about as much English. */
const meaningCharacters = 1_000;
/** Of a long text without a question the end comes first: where a model cuts, it cuts the beginning. */
const endCharacters = 250;
/** More than search looks for: of more than 512 words it takes the first and the last 256. */
const wordsCharacters = 8_000;
/** What is longer was hardly written for this turn. */
const ownCharacters = 300;
/** With less ("what is wrong here?") a question says nothing of what it asks about. */
const leastTerms = 3;

/**
 * What is searched for of a turn. Most of a long one is pasted, and neither its words nor its vector say what is asked: there the
 * questions count, with what begins and ends the turn, as far as it is short. Without any question the whole is searched for.
 */
export function queryOf(text: string): Query {
  const whole = text.toWellFormed();
  if (text.length <= meaningCharacters) return { words: whole, meaning: whole };
  const asked = askedIn(whole);
  if (queryTermsOf(asked).ids.length >= leastTerms) return { words: asked, meaning: asked };
  const half = wordsCharacters / 2;
  const words = text.length <= wordsCharacters ? whole : `${text.slice(0, half)}\n${text.slice(-half)}`.toWellFormed();
  const begin = text.slice(0, meaningCharacters - endCharacters);
  return { words, meaning: `${text.slice(-endCharacters)}\n${begin}`.toWellFormed() };
}

/** The questions of a long text outside of fences and quotes, with its first and its last paragraph; empty where nothing asks. */
function askedIn(text: string): string {
  const paragraphs = text
    .replace(fences, "\n\n")
    .trim()
    .split(/\n\s*\n/u);
  const asked = paragraphs.map((paragraph) => paragraph.split("\n").filter((line) => isOwn(line) && asks.test(line)));
  if (asked.every((lines) => lines.length === 0)) return "";
  const own = paragraphs.flatMap((paragraph, at) => {
    const isAtEdge = at === 0 || at === paragraphs.length - 1;
    return isAtEdge && isOwn(paragraph) ? [paragraph] : asked[at]!;
  });
  return own.join("\n").slice(-meaningCharacters).toWellFormed();
}

const isOwn = (text: string): boolean => text.length <= ownCharacters && !/^\s*>/u.test(text);

/** Closed ones: one that is open to the end may as well have been cut from what is pasted. */
const fences = /^[ \t]*(```|~~~)[^]*?^[ \t]*\1.*$/gmu;

/**
 * A question mark of any script behind a word (that of SQL and of most code stands alone), at a line's end or before another sentence.
 * Of Chinese and Japanese no space follows; in Armenian it stands within the word; that of Greek is a semicolon.
 */
const asks =
  /[\p{L}\p{M}\p{N}"'”’»)\]]\p{Zs}?[?؟\u037e፧]["'”’»)\]*_\s]*$|[\p{L}\p{M}\p{N}"'”’»)][?؟] \P{Ll}|？|՞|\p{Script=Greek};\s*$/u;
