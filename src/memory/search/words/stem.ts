import { irregular } from "./irregular.ts";

/**
 * Light English stemming: plurals, -ed, -ing and the final e, in the manner of step 1 of M. F. Porter, "An algorithm
 * for suffix stripping" (1980), then irregular pasts and plurals by table. What makes another word of a word (-er, -ly,
 * -tion) stays. Only words of a to z are touched; the result is a key, not always a word ("dancing" gives "danc").
 */
export function stem(word: string): string {
  if (word.length < 3 || !plain(word)) return word;
  return withoutE(withoutTense(withoutPlural(irregular.get(word) ?? word)));
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
  if (/(?:ss|us|is)$/.test(word)) return word;
  return /(?:ss|x|z|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

function withoutTense(word: string): string {
  if (word.endsWith("ied") && word.length > 4) return `${word.slice(0, -3)}y`;
  const end = word.endsWith("ing") ? 3 : word.endsWith("ed") && !word.endsWith("eed") ? 2 : 0;
  const rest = word.length - end;
  if (end === 0 || rest < 3 || !/[aeiouy]/.test(word.slice(0, rest))) return word;
  // "stopped" is "stop"; "called", "passed" and "buzzed" keep both letters.
  const doubled = word[rest - 1] === word[rest - 2] && !"aeioulsz".includes(word[rest - 1] ?? "");
  return word.slice(0, doubled ? rest - 1 : rest);
}

function withoutE(word: string): string {
  return word.length > 3 && word.endsWith("e") ? word.slice(0, -1) : word;
}
