import type { Action, Said } from "../text/action.ts";
import type { Verdict } from "../conflict.ts";
import { isSame, type Meaning } from "../lexicon/lexicon.ts";
import type { ReadRule } from "../rule.ts";
import { overlap, whenOf } from "../measure/time.ts";
import { doubts } from "../text/words.ts";
import { doubtful, safe } from "./verdict.ts";

/** The verdict on an action that is against a rule with an exception: `against`, unless the action claims the exception. */
export function judgeException(rule: ReadRule, action: Action, against: Verdict): Verdict {
  const { part, window } = rule.exception!;
  const share = against.similarity;
  if (window) {
    const said = overlap(whenOf(action.tokens), window);
    if (said === "inside") return safe(rule, "the rule's exception applies", share);
    return said === "partly" ? doubtful(rule, "it is unclear whether the rule's exception applies", share) : against;
  }
  const wanted = part.needs.length > 0 ? part.needs.map(({ meaning }) => meaning) : part.verb ? [part.verb] : [];
  const said = claimable(action, rule).filter(({ meaning }) => wanted.some((each) => isSame(each, meaning)));
  if (said.length === 0 || said.some(({ state, preposition }) => state === "negated" || preposition === "outside"))
    return against;
  const heads = part.needs.filter(
    ({ role, meaning }) => meaning.quality || role !== "object" || part.needs.length === 1,
  );
  const isClaimed = (meaning: Meaning) => said.some((item) => isSame(meaning, item.meaning));
  const claimed = heads.filter(({ meaning }) => isClaimed(meaning));
  if (heads.length > 0 && claimed.length === 0) return against;
  const isOne = !part.text.split(" ").includes("or");
  const unclaimed = part.needs.some(({ role, meaning }) => role === "modifier" && !isClaimed(meaning));
  if (
    (isOne && unclaimed) ||
    action.tokens.some(({ word }) => doubts.has(word)) ||
    (isOne && wanted.some((each) => each.act && !isClaimed(each)))
  )
    return doubtful(rule, "it is unclear whether the rule's exception applies", share);
  return safe(rule, "the action says that the rule's exception applies", share);
}

/** What the action says besides the rule's own words: "the fire exit" claims no fire. */
function claimable(action: Action, { main }: ReadRule): Said[] {
  const isOwn = (item: Said | undefined) =>
    item !== undefined && main.needs.some(({ meaning }) => isSame(meaning, item.meaning));
  return action.steps.flatMap(({ items }) =>
    items.filter((item, at) => {
      const next = items[at + 1];
      return !(main.needs.length > 1 && next?.from === item.to && isOwn(item) && isOwn(next));
    }),
  );
}
