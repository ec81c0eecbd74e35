import { isSame, meaningOf } from "../lexicon/lexicon.ts";
import type { Quantity } from "./quantity.ts";

/** Dimensions whose unit need not be named: "faster than 120". */
const bare = new Set(["speed", "degree"]);

/** Whether two quantities can be compared: a limit's, and an action's. */
export function sameSort(rule: Quantity, action: Quantity): boolean {
  const one = rule.dimension;
  const other = action.dimension;
  if (one === "money" && other === "")
    return action.of.length === 0 || !action.of.some((base) => meaningOf(base).thing);
  if (one === "times" || other === "times")
    return one === other || (one === "times" && other === "" && action.of.length === 0);
  if (one === "" && rule.of.length === 0 && bare.has(other)) return true;
  if (one !== other) return false;
  if (one !== "") return true;
  if (action.of.length === 0 || rule.of.length === 0) return true;
  return rule.of.some((base) => action.of.some((each) => isSame(meaningOf(base), meaningOf(each))));
}
