import type { RuleType } from "./conflict.ts";

/**
 * What a model reads of a rule. A pattern's anti-pattern is a `pitfall`, with when it counts and what to do instead.
 */
export type Premise = { kind: Lowercase<RuleType> | "pitfall"; text: string };

/** What an action means to a rule, as a model takes the two: chances, whose sum is 1. */
export type Chances = { keeps: number; doubtful: number; breaks: number };

/** A model that was trained to read a rule and an action together. */
export interface PairClassifier {
  /**
   * One a premise, in their order; `undefined` of one that is too long for it together with the action.
   * Errors: AppError unavailable.
   */
  classify(premises: readonly Premise[], action: string): Promise<(Chances | undefined)[]>;
}
