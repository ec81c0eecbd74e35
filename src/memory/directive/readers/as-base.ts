import { addedAll, wordAt, type Word } from "../text/word.ts";
import { baseOfGerund, baseOfParticiple, verbs } from "../words/verbs.ts";

/** "you answered", "you are sending": the base form. */
export function asBase(words: readonly Word[]): Word[] {
  if (words[0]?.word === "were" || words[0]?.word === "was") return [...addedAll("be"), ...words.slice(1)];
  let from = 0;
  while (["always", "just", "keep", "constantly", "also", "would", "start"].includes(wordAt(words, from))) from++;
  const first = words[from];
  if (first === undefined) return [];
  const base = verbs.has(first.word)
    ? first.word
    : (baseOfParticiple(first.word) ?? baseOfGerund(first.word) ?? first.word);
  return [...(base === first.word ? [first] : addedAll(base)), ...words.slice(from + 1)];
}
