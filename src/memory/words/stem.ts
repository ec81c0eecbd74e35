import { irregular } from "./irregular.ts";

/**
 * Light English stemming: plurals, -ed, -ing and the final e, in the manner of step 1 of M. F. Porter, "An algorithm
 * for suffix stripping" (1980), and irregular forms by table. What makes another word of a word (-er, -ly, -tion) stays.
 * Only words of a to z are touched; the result is a key, not always a word ("dancing" gives "danc"). Every word that is
 * written comes by here: `at(-1)` would take a tenth longer than an index.
 */
export function stem(word: string): string {
  if (word.length < 3 || !plain(word)) return word;
  return ending(withoutTense(withoutPlural(irregular.get(word) ?? word)));
}

function plain(word: string): boolean {
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at);
    if (unit < 97 || unit > 122) return false;
  }
  return true;
}

function withoutPlural(word: string): string {
  if (word.length < 4 || !word.endsWith("s")) return word;
  if (word.endsWith("ies")) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  const before = word[word.length - 2];
  if (before === "s" || before === "u" || before === "i") return word;
  if (before !== "e") return word.slice(0, -1);
  return /(?:ss|x|z|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

function withoutTense(word: string): string {
  const last = word[word.length - 1];
  if (last !== "d" && last !== "g") return word;
  if (word.endsWith("ied") && word.length > 4) return `${word.slice(0, -3)}y`;
  const end = word.endsWith("ing") ? 3 : word.endsWith("ed") && !word.endsWith("eed") ? 2 : 0;
  const rest = word.slice(0, word.length - end);
  if (end === 0 || rest.length < 2 || !/[aeiouy]/.test(rest)) return word;
  // "used", "using" and "died" had an e, "dying" an ie; "being" had neither.
  if (rest.length === 2) return end === 2 ? `${rest}e` : withoutShortIng(word, rest);
  // "stopped" is "stop"; "added", "called", "passed", "buzzed" and "staffed" keep both letters.
  const letter = rest[rest.length - 1]!;
  const doubled = rest.length > 3 && letter === rest[rest.length - 2] && !"aeioulszf".includes(letter);
  return doubled ? rest.slice(0, -1) : rest;
}

function withoutShortIng(word: string, rest: string): string {
  if (rest.endsWith("y")) return `${rest[0]}ie`;
  return /[eo]$/.test(rest) ? word : `${rest}e`;
}

/** Names that are other words with a y. */
const names: ReadonlySet<string> = new Set(["allie", "carrie", "julie", "marie"]);

/** What is written in several ways before an ending: e, ie or y ("movies" lost its ie), l or ll, -sis or -ses, -man or -men. */
function ending(word: string): string {
  if (word.length < 4) return word;
  switch (word[word.length - 1]) {
    case "e":
      if (word.endsWith("ie") && word.length > 4 && !names.has(word)) return `${word.slice(0, -2)}y`;
      return withoutIs(word.slice(0, -1));
    case "s":
      return withoutIs(word);
    case "l":
      // "cancelled" and "cancel", "fulfill" and "fulfil"; words of one syllable differ by it, as "fill" and "file".
      return word.endsWith("ll") && /[aeio]|(?<!q)u/.test(word.slice(0, -3)) ? word.slice(0, -1) : word;
    case "n":
      // "specimen" is no plural, and its key no other word's.
      return word.length > 5 && word.endsWith("men") ? `${word.slice(0, -3)}man` : word;
    default:
      return word;
  }
}

const withoutIs = (word: string): string => (word.length > 5 && word.endsWith("sis") ? word.slice(0, -2) : word);
