import type { Action, Said } from "../action.ts";
import type { Verdict } from "../conflict.ts";
import { likeness, type Meaning } from "../lexicon/lexicon.ts";
import { fits } from "../match.ts";
import { isWeak } from "../lexicon/weak.ts";
import type { ReadRule } from "../rule.ts";
import { byLevel } from "./ban.ts";
import { broken, safe } from "./verdict.ts";

/** A duty or a preference without an occasion: broken where the action refuses it, or takes what excludes it. */
export function judgeDuty(rule: ReadRule, action: Action): Verdict {
  const [fit] = fits(rule.main, action);
  if (fit && fit.level === "full") {
    if (fit.state === "negated" || fit.state === "removed" || fit.state === "excepted")
      return broken(rule, "the action says that it does not do this", fit.share);
    return safe(rule, "the action does this", fit.share);
  }
  if (fit && fit.share >= 0.5 && (fit.state === "negated" || fit.state === "removed") && rule.strict) {
    return broken(rule, "the action says that it does not do this", fit.share);
  }
  const { verb, needs } = rule.main;
  const all: Meaning[] = [...(verb && !isWeak(verb) ? [verb] : []), ...needs.map(({ meaning }) => meaning)];
  for (const step of action.steps) {
    const around = action.steps.filter(({ sentence }) => sentence === step.sentence).flatMap(({ items }) => items);
    const against = all.find((meaning) => excluded(meaning, step.items));
    if (!against) continue;
    const others = all.filter((meaning) => meaning !== against);
    const met = others.filter((meaning) =>
      around.some((said) => ["same", "wider"].includes(likeness(meaning, said.meaning))),
    );
    if (met.length >= Math.min(others.length, 1) && !chosen(against, around)) {
      return broken(rule, "the action takes what excludes this", (met.length + 1) / all.length);
    }
  }
  return safe(rule, "the action says nothing against it", fit?.share ?? 0);
}

function excluded(meaning: Meaning, items: readonly Said[]): boolean {
  return items.some((said) => {
    const like = likeness(meaning, said.meaning);
    if (like === "same") return said.state === "negated";
    return like === "opposed" && (said.state === "done" || said.state === "claimed");
  });
}

const chosen = (meaning: Meaning, items: readonly Said[]): boolean =>
  items.some((said) => said.state === "done" && likeness(meaning, said.meaning) === "same");

/** "Prefer A over B": broken where the action takes B. */
export function judgeChoice(rule: ReadRule, action: Action): Verdict {
  const worse = rule.second!;
  const better = rule.main;
  const strip = { ...worse, ...(worse.verb && { verb: worse.verb }) };
  const [fit] = fits(strip, action).filter(({ state }) => state === "done");
  if (!fit) return safe(rule, "the action does not take the other");
  const betterDone = fits(better, action).some(({ state, rank }) => state === "done" && rank <= fit.rank);
  if (betterDone) return safe(rule, "the action does this", fit.share);
  return byLevel(rule, action, fit);
}
