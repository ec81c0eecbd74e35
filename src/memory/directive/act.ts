import { stem } from "../words/stem.ts";

/** What is done, by the verb: endings that seldom make another thing of it, as those of "product-ion" and "custom-er" do. */
const endings: readonly (readonly [string, string])[] = [
  ["anation", "ain"],
  ["ization", "ize"],
  ["isation", "ise"],
  ["ication", "y"],
  ["ation", "ate"],
  ["ation", "e"],
  ["ation", ""],
  ["ment", ""],
];

/** Whether two base forms are one act's: "explain" and "explanation", "deploy" and "deployment". */
export const isSameAct = (one: string, other: string): boolean =>
  one === other || isActOf(one, other) || isActOf(other, one);

const isActOf = (noun: string, verb: string): boolean =>
  endings.some(([ending, instead]) => noun.endsWith(ending) && stem(noun.slice(0, -ending.length) + instead) === verb);
