import { LRUCache } from "lru-cache";
import { asSeen } from "../language/as-seen.ts";
import type { Rule } from "./conflict.ts";
import { readRule, type ReadRule } from "./rule.ts";

/** Characters of a rule that are read. */
export const ruleCharsMax = 2_048;
/** More than a user is likely to have. A check reads all of theirs in turn: of too many, each is pushed out before its next. */
const rulesMax = 4_000;
/** Of all rules that are remembered: what is read in one takes some 25 to 36 bytes for each of its characters. */
const charactersMax = 2 ** 21;

/** Rules as they were read; those that were asked for last are remembered. */
export class ReadRules {
  readonly #read = new LRUCache<string, ReadRule>({
    max: rulesMax,
    maxSize: charactersMax,
    sizeCalculation: (_read, { length }) => length,
  });

  /** Of the rules that are remembered. */
  get characters(): number {
    return this.#read.calculatedSize;
  }

  of({ type, rule }: Rule): ReadRule {
    const text = rule.slice(0, ruleCharsMax);
    const key = `${type} ${text}`;
    let known = this.#read.get(key);
    if (!known) this.#read.set(key, (known = readRule({ type, rule: asSeen(text) })));
    return known;
  }
}
