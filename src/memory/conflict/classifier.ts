import type { RuleType } from "./conflict.ts";

/**
 * What a model reads of a rule. A pattern's anti-pattern is a `pitfall`, with when it counts and what to do instead.
 */
export type Premise = { kind: Lowercase<RuleType> | "pitfall"; text: string };

/** What an action means to a rule by a model: three probabilities, whose sum is 1. */
export type Chances = { keeps: number; doubtful: number; breaks: number };

/** A model that was trained to read a rule and an action together. */
export interface PairClassifier {
  /**
   * One for each premise, in their order; `undefined` where the premise and the action are too long together.
   * Errors: AppError unavailable.
   */
  classify(premises: readonly Premise[], action: string): Promise<(Chances | undefined)[]>;
}
