import { setImmediate as turn } from "node:timers/promises";
import { AppError } from "../../error.ts";
import {
  checkedOf,
  readForCheck,
  type ActionCheck,
  type Checked,
  type PatternVerdict,
  type WarnedPattern,
} from "../conflict/check.ts";
import type { PairClassifier } from "../conflict/classifier.ts";
import type { Rule, Verdict } from "../conflict/conflict.ts";
import { lookAgain, lookAtPattern, lookAtRule, looksMax, type Look } from "../conflict/second-look.ts";

/** So long rules are judged before others have their turn. */
const turnMs = 5;

/** An action that is judged: by rules of language, then by a model for the nearest. Others have their turn meanwhile. */
export class Judging {
  readonly #action: string;
  readonly #classifier: PairClassifier;
  readonly #check: ActionCheck;
  #looksLeft = looksMax;
  #isHalf = false;

  constructor(action: string, classifier: PairClassifier) {
    this.#action = action;
    this.#classifier = classifier;
    this.#check = readForCheck(action);
  }

  rules(rules: readonly Rule[]): Promise<Verdict[]> {
    return this.#judged(rules, (rule) => lookAtRule(this.#check, rule));
  }

  /** Behind the rules: the model looks at these where rules left room. */
  patterns(patterns: readonly WarnedPattern[]): Promise<PatternVerdict[]> {
    return this.#judged(patterns, (pattern) => lookAtPattern(this.#check, pattern));
  }

  checked(rules: readonly Rule[], verdicts: Verdict[], patterns: PatternVerdict[]): Checked {
    return checkedOf(this.#check, rules, verdicts, patterns);
  }

  /** Why SAFE cannot be said. */
  get warning(): string | undefined {
    return this.#isHalf ? "The nearest rules were not looked at closely: their model cannot be asked now." : undefined;
  }

  async #judged<T, V extends Verdict>(items: readonly T[], lookAt: (item: T) => Look<V>): Promise<V[]> {
    const looks = await inTurns(items, lookAt);
    const room = Math.min(this.#looksLeft, looks.length);
    this.#looksLeft -= room;
    try {
      return await lookAgain(looks, this.#action, this.#classifier, room);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#isHalf = true;
      return looks.map(({ verdict }) => verdict);
    }
  }
}

async function inTurns<T, R>(items: readonly T[], judge: (item: T) => R): Promise<R[]> {
  const judged: R[] = [];
  let until = performance.now() + turnMs;
  for (const item of items) {
    if (performance.now() > until) {
      await turn();
      until = performance.now() + turnMs;
    }
    judged.push(judge(item));
  }
  return judged;
}
