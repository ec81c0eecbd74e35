import type { Action, Said, Step } from "./action.ts";
import { pronouns } from "./words.ts";

/** What other steps say that bears on one step. */
export type Surroundings = {
  /** What a pronoun, a missing verb or a heading points to. */
  context: readonly Said[];
  /** The circumstances: subordinate clauses of the sentence. */
  around: readonly Said[];
};

const known = new WeakMap<Step, Surroundings>();

/** The surroundings of a step, found once for all rules. */
export function surroundingsOf(action: Action, at: number): Surroundings {
  const step = action.steps[at]!;
  let surroundings = known.get(step);
  if (!surroundings) {
    surroundings = { context: contextOf(action, at), around: aroundOf(action, at) };
    known.set(step, surroundings);
  }
  return surroundings;
}

/** How far back a pronoun or a missing verb may point, in steps. */
const reach = 4;

/** What the sentence says of the circumstances: subordinate clauses, and phrases before its first step. */
function aroundOf(action: Action, at: number): Said[] {
  const { sentence, items } = action.steps[at]!;
  const around: Said[] = [];
  for (let other = Math.max(0, at - 8); other < Math.min(action.steps.length, at + 5); other++) {
    const step = action.steps[other]!;
    if (step.sentence !== sentence || step.items === items) continue;
    if (["while", "relative", "after", "before", "if", "until", "although"].includes(step.opener))
      around.push(...step.items);
    else if (other < at)
      around.push(...step.items.filter((item, place) => place === 0 && item.preposition !== undefined));
  }
  return around;
}

/** What a pronoun, a missing verb or a heading of the sentence points to. */
function contextOf(action: Action, at: number): Said[] {
  const step = action.steps[at]!;
  const points = hasPronoun(action, step) || step.opener === "without" || step.opener === "relative";
  const noVerb = !step.items.some(({ meaning }) => meaning.act);
  const context: Said[] = [];
  for (let back = at - 1; back >= Math.max(0, at - reach); back--) {
    const other = action.steps[back]!;
    if (other.sentence !== step.sentence && !points) break;
    if (points) context.push(...other.items);
    else if (noVerb) context.push(...other.items.filter(({ meaning }) => meaning.act).slice(0, 1));
    else if (!other.items.some(({ meaning }) => meaning.act)) context.push(...other.items);
  }
  return context;
}

export function hasPronoun(action: Action, step: Step): boolean {
  for (let at = step.from; at < step.to; at++) if (pronouns.has(action.tokens[at]!.word)) return true;
  return false;
}
