import { wordSet } from "../../language/word-set.ts";
import { addedAll, type Word } from "../text/word.ts";
import { baseOfParticiple } from "../words/verbs.ts";

/** "I do not want to be" before "contacted on Sundays": contact me on Sundays. */
export function treated(words: readonly Word[], before: readonly Word[]): readonly Word[] | undefined {
  const speaker = before.findLastIndex(({ word }) => word === "i" || word === "we");
  const base = baseOfParticiple(words[0]!.word);
  const wish = before.slice(speaker + 1).map(({ word }) => word);
  if (speaker < 0 || base === undefined || !being.has(wish.at(-1) ?? "") || !wish.every((word) => wishing.has(word)))
    return undefined;
  return [...addedAll(`${base} me`), ...words.slice(1)];
}
const being = wordSet("be being get");
const wishing = wordSet(
  "do not never ever always would rather want wish like love need prefer hate dislike to be being get",
);
