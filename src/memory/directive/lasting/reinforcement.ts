import { phrases } from "../text/match.ts";
import type { Word } from "../text/word.ts";
import { wordSet } from "../../language/word-set.ts";

/** What was said before, and is said again in earnest. */
export const insisting = phrases(
  "i have told|said|asked\ni told|said|asked you|it|before|already|twice\nhow often|many\nas i said",
);

/** "Stick to that", "so plan for it", "that's final": no rule, but what was said before it is meant as one. */
export function isReinforcement(words: readonly Word[]): boolean {
  if (words.length < 2 || words.length > 6) return false;
  const spoken = words.filter(({ word, kind }) => kind === "word" && !passing.has(word)).map(({ word }) => word);
  const [first, ...rest] = spoken;
  if (first === "that" || first === "this") return rest.some((word) => settled.has(word));
  return complying.has(first ?? "") && rest.length > 0 && rest.every((word) => pointing.has(word));
}

const passing = wordSet("please so and just always therefore thus accordingly");
const complying = wordSet(
  "respect stick note follow observe plan allow account mind consider heed obey adhere hold remember bear keep take make act",
);
const pointing = wordSet("to for with by of in on a that this it them mind note account seriously way into record");
const settled = wordSet(
  "must final rule agreed deal order settled non-negotiable mandatory law policy agreement arrangement convention",
);
