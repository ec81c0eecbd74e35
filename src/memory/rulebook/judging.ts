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
import { lookAgain, lookAtPattern, lookAtRule, looksMax, nearestOf, type Look } from "../conflict/second-look.ts";
import { Slice } from "../slice.ts";

/** Of rules that are judged in one go. */
const sliceMs = 5;

/** An action that is judged: by rules of language, then by a model for the nearest. Others have their turn meanwhile. */
export class Judging {
  readonly #classifier: PairClassifier;
  readonly #signal: AbortSignal | undefined;
  readonly #check: ActionCheck;
  #looksLeft = looksMax;
  #isHalf = false;

  constructor(action: string, classifier: PairClassifier, signal?: AbortSignal) {
    this.#classifier = classifier;
    this.#signal = signal;
    this.#check = readForCheck(action);
  }

  /** `isAsked`: whether the model may look at a rule. Errors: the signal's reason. */
  rules<R extends Rule>(rules: readonly R[], isAsked: (rule: R) => boolean = () => true): Promise<Verdict[]> {
    return this.#judged(rules, (rule) => lookAtRule(this.#check, rule, isAsked(rule)));
  }

  /** Behind the rules: the model looks at these where rules left room. Errors: the signal's reason. */
  patterns(patterns: readonly WarnedPattern[]): Promise<PatternVerdict[]> {
    if (this.#looksLeft > 0) return this.#judged(patterns, (pattern) => lookAtPattern(this.#check, pattern));
    return judgeInSlices(patterns, (pattern) => this.#check.judgePattern(pattern), this.#signal);
  }

  checked(rules: readonly Rule[], verdicts: Verdict[], patterns: PatternVerdict[]): Checked {
    return checkedOf(this.#check, rules, verdicts, patterns);
  }

  /** Whether the action is not in English. */
  get isForeign(): boolean {
    return this.#check.isForeign;
  }

  /** Why SAFE cannot be said. */
  get warning(): string | undefined {
    return this.#isHalf
      ? "The nearest rules were checked without the rule classifier, which is unavailable."
      : undefined;
  }

  async #judged<T, V extends Verdict>(items: readonly T[], lookAt: (item: T) => Look<V>): Promise<V[]> {
    const looks = await judgeInSlices(items, lookAt, this.#signal);
    const asked = nearestOf(looks, this.#looksLeft);
    this.#looksLeft -= asked.length;
    try {
      return await lookAgain(looks, asked, this.#check.text, this.#classifier);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#isHalf = true;
      return looks.map(({ verdict }) => verdict);
    }
  }
}

async function judgeInSlices<T, R>(items: readonly T[], judge: (item: T) => R, signal?: AbortSignal): Promise<R[]> {
  const judged: R[] = [];
  const slice = new Slice(sliceMs);
  for (const item of items) {
    if (slice.isOver) {
      await slice.renew();
      signal?.throwIfAborted();
    }
    judged.push(judge(item));
  }
  return judged;
}
