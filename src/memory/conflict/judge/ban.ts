import type { Action } from "../text/action.ts";
import { isSame } from "../lexicon/lexicon.ts";
import { fits, type Fit } from "../match.ts";
import type { Verdict } from "../conflict.ts";
import type { ReadRule } from "../rule.ts";
import { negators, totals } from "../text/words.ts";
import { broken, doubtful, safe, unsure } from "./verdict.ts";

/** A ban: broken where the action does what it names. */
export function judgeBan(rule: ReadRule, action: Action): Verdict {
  const found = fits(rule.main, action);
  const done = found.filter(({ state }) => state === "done");
  const best = done[0];
  if (!best) {
    const only = found[0];
    if (only?.state === "negated" && only.level === "full" && !only.step.operator && isNegatedToo(rule, action))
      return byLevel(rule, action, only);
    return only ? safe(rule, notDone[only.state]!, only.share) : unsure(rule, "the action does not do this");
  }
  const spared = sparedBy(action, rule);
  if (spared) return safe(rule, "the action explicitly excludes this", best.share);
  return byLevel(rule, action, best);
}

/** "Install the unsigned driver", where "no unsigned driver" is the ban: the action negates nothing that the ban does not negate. */
function isNegatedToo({ tokens }: ReadRule, action: Action): boolean {
  const own = tokens.map(({ word }) => word);
  const negations = action.tokens.filter(({ word }) => negators.has(word));
  const words = action.steps.flatMap(({ items }) =>
    items.filter(({ state }) => state === "negated").map(({ word }) => word),
  );
  return (
    negations.length <= own.filter((word) => negators.has(word)).length && words.every((word) => own.includes(word))
  );
}

const notDone: Partial<Record<Fit["state"], string>> = {
  negated: "the action says that it will not do this",
  removed: "the action removes this",
  mentioned: "the action only mentions this",
  excepted: "the action explicitly excludes this",
  claimed: "the action gives this only as a reason",
};

/** Of a ban, by how much of it the action does. */
export function byLevel(rule: ReadRule, action: Action, fit: Fit): Verdict {
  if (fit.level === "full") return broken(rule, "the action does this", fit.share);
  if (takesAll(action, fit))
    return broken(rule, "the action applies to all of them, including those that this is about", fit.share);
  if (fit.share < (!rule.strict ? 0.5 : fit.hasVerb ? 0.4 : 0.6))
    return unsure(rule, "the action has too little in common with this", fit.share);
  return doubtful(rule, "the action may do this, but does not say enough to tell", fit.share);
}

function sparedBy(action: Action, rule: ReadRule): boolean {
  return action.steps.some(({ items }) =>
    items.some(
      ({ state, meaning }) => state === "excepted" && rule.main.needs.some((need) => isSame(need.meaning, meaning)),
    ),
  );
}

/** "All", "every": what is forbidden is among them, unless others are named. */
export function takesAll(action: Action, fit: Fit): boolean {
  for (let at = fit.step.from; at < fit.step.to; at++) {
    if (totals.has(action.tokens[at]!.word)) return fit.share >= 0.5 && !isNarrowed(action, fit);
  }
  return false;
}

/** "All mails older than a year": some, and perhaps none of the forbidden. */
function isNarrowed(action: Action, { step }: Fit): boolean {
  return action.tokens
    .slice(step.from, step.to)
    .some(({ word }) => ["than", "last", "since", "before", "from", "matching"].includes(word));
}
