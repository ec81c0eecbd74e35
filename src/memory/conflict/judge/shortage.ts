import type { Action } from "../text/action.ts";
import { textsOf } from "../text/tokens.ts";
import { clockAt } from "../measure/clock.ts";
import { frequencyOf, quantitiesOf } from "../measure/quantity.ts";
import type { ReadRule } from "../rule.ts";
import { sameSort } from "../measure/same-sort.ts";

/** What of an action falls short of a duty's number, in words: "get two approvals" asks for two or more. */
export function shortage(rule: ReadRule, action: Action): string | undefined {
  if (rule.ban || (rule.limit && !rule.isCondition)) return undefined;
  const often = frequencyOf(rule.tokens);
  const actual = often === undefined ? undefined : frequencyOf(action.tokens);
  if (often !== undefined && actual !== undefined) return actual < often ? "not often enough" : undefined;
  const wanted = quantitiesOf(rule.tokens).find(({ from }) => clockAt(rule.tokens, from).quarters.length === 0);
  if (!wanted || wanted.value <= 0) return undefined;
  const given = quantitiesOf(action.tokens).filter((quantity) => sameSort(wanted, quantity));
  const short = given.find(({ value }) => value < wanted.value);
  if (!short || given.some(({ value }) => value >= wanted.value)) return undefined;
  return textsOf(action.tokens.slice(short.from, short.to));
}
