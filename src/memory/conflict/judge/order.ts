import { wordSet } from "../../language/word-set.ts";
import type { Action, Said, State, Step } from "../text/action.ts";
import type { Verdict } from "../conflict.ts";
import { isOtherNumber, isSame, likeness, type Meaning } from "../lexicon/lexicon.ts";
import { fits, idle, type Fit } from "../match.ts";
import { isWeak } from "../lexicon/weak.ts";
import type { Part } from "../part.ts";
import type { ReadRule } from "../rule.ts";
import { hasPronoun } from "../text/surroundings.ts";
import { ruledOut, ruledOutPhrases } from "../text/words.ts";
import { wordAt, wordsOf } from "../text/tokens.ts";
import { isLeftUndone, judgeDuty } from "./duty.ts";
import { shortage } from "./shortage.ts";
import { asUnsure, broken, doubtful, safe, unsure } from "./verdict.ts";

/** Two acts: one that is due before, after or with the other, or must not be. */
export function judgeOrder(rule: ReadRule, action: Action): Verdict {
  if (rule.ban && rule.relation === "after") return judgeForbiddenOrder(rule, action);
  if (rule.relation === "with" && !rule.ban && rule.everyTime) {
    const whole = judgeDuty(rule, action);
    if (whole.status !== "SAFE") return whole;
  }
  const inverse = rule.ban || rule.relation === "without";
  const duty = inverse ? rule.second! : rule.main;
  const trigger = inverse ? rule.main : rule.second!;
  const done = fits(trigger, action).filter(({ state }) => state === "done");
  const hits = dutyIn(duty, trigger, action);
  const refused = hits.find(({ state }) => state === "negated" || state === "removed" || state === "excepted");
  const left = !inverse && action.steps.some((step) => isLeftAsIt(step, action));
  const due = done.toSorted((one, other) => one.rank - other.rank)[0];
  if (!due) {
    const [whole] = fits(duty, action);
    if (
      whole?.level === "full" &&
      (whole.state === "negated" || whole.state === "removed") &&
      rule.strict &&
      rule.relation !== "without"
    ) {
      return broken(rule, "the action says that it will not do this", whole.share);
    }
    if (!inverse && rule.strict && isLeftUndone(rule, action))
      return doubtful(rule, "the action leaves this undone, but does not say whether it is due");
    return unsure(rule, "the action does nothing that this rule applies to");
  }
  if (refused || left) return broken(rule, "the action leaves this out", due.share);
  const met = metBy(hits, duty, trigger, due, action);
  const short = shortage(rule, action);
  if (short !== undefined) return broken(rule, `the action falls short of this (${short})`, due.share);
  if (met.length > 0) return judgeSequence(rule, action, met, due);
  const against = judgeDuty({ ...rule, main: { ...duty, needs: [...duty.needs, ...trigger.needs] } }, action);
  if (!rule.ban && against.status !== "SAFE") return against;
  if (isRuledOut(action, due)) return broken(rule, "the action goes ahead without this", due.share);
  if (!rule.strict || isManner(rule)) return safe(rule, "nothing in the action goes against this", due.share);
  return asUnsure(doubtful(rule, "the action does not say that it does this", due.share));
}

const hasVerb = (step: Step, verb: Meaning): boolean =>
  step.items.some(({ meaning, state }) => state === "done" && isSame(verb, meaning));

/** Where the duty is met. A step that does what it falls due with meets it only where it has its verb, which another step may have. */
function metBy(hits: readonly Hit[], duty: Part, trigger: Part, due: Fit, action: Action): Hit[] {
  const { verb } = duty;
  const met = hits.filter(({ state }) => state === "done" || state === "claimed");
  if (!verb || met.length === 0) return met;
  const isShared = trigger.verb !== undefined && isSame(trigger.verb, verb);
  const others = isShared ? [] : action.steps.filter((step) => step !== due.step && hasVerb(step, verb));
  const elsewhere = others.map((step): Hit => ({ state: "done", rank: step.rank, step }));
  if (isWeak(verb) && elsewhere.length === 0) return met;
  const mine = met.filter(({ step }) => step !== due.step || hasVerb(step, verb));
  return isWeak(verb) ? [...mine, ...elsewhere] : mine;
}

/** "before the cake is done": an end, not an act. */
const endings = /\b(?:done|over|finished|ready|complete|completed|dry|passed)$/;

const isStill = (step: Step, { tokens }: Action): boolean =>
  tokens.slice(step.from, step.to).some(({ word }) => word === "still");

function judgeSequence(rule: ReadRule, action: Action, met: readonly Hit[], due: Fit): Verdict {
  if (
    rule.relation === "before" &&
    met.every(({ step }) => step.opener === "while") &&
    (endings.test(rule.second!.text) || met.some(({ step }) => isStill(step, action)))
  )
    return broken(rule, "the action does both at the same time, not one after the other", due.share);
  const first = Math.min(...met.map(({ rank }) => rank));
  const last = Math.max(...met.map(({ rank }) => rank));
  if (rule.relation === "after") {
    return last < due.rank
      ? broken(rule, "the action does both in the wrong order", due.share)
      : safe(rule, "the action does both in the right order", due.share);
  }
  const late = first > due.rank + (rule.relation === "before" ? 0 : 400);
  return late
    ? broken(rule, "the action does this only afterwards", due.share)
    : safe(rule, "the action does this", due.share);
}

/** "Never drive after taking the pills." */
function judgeForbiddenOrder(rule: ReadRule, action: Action): Verdict {
  const [first] = fits(rule.main, action).filter(({ state }) => state === "done");
  const [second] = fits(rule.second!, action).filter(({ state }) => state === "done");
  if (!first) return safe(rule, "the action does not do this");
  if (!second) return safe(rule, "the action does only one of the two", first.share);
  return first.rank > second.rank
    ? broken(rule, "the action does both in this order", first.share)
    : safe(rule, "the action does both in the other order", first.share);
}

type Hit = { state: State; rank: number; step: Step };

/** Where the action speaks of a duty: of its object, or of its verb where that says enough. */
function dutyIn(duty: Part, trigger: Part, action: Action): Hit[] {
  const meant = pointsBack(trigger) ? duty.needs.slice(0, 1) : [];
  const shared = (meaning: Meaning) =>
    [...trigger.needs, ...meant].some((need) => isSame(need.meaning, meaning)) ||
    (trigger.verb !== undefined && isSame(trigger.verb, meaning));
  const nouns = duty.needs.filter(({ meaning }) => !shared(meaning));
  const heads = nouns.filter(({ role }) => role !== "modifier").map(({ meaning }) => meaning);
  const verb = duty.verb && !isWeak(duty.verb) && !shared(duty.verb) ? [duty.verb] : [];
  const byVerb = hitsOf(verb, action, duty.verb);
  const byNoun = hitsOf(heads.length > 0 ? heads : nouns.map(({ meaning }) => meaning), action, duty.verb);
  if (byNoun.length === 0) return byVerb.filter(({ step }) => !isOfOther(step, duty));
  return [...byNoun, ...byVerb.filter(({ state, step }) => state === "negated" || hasPronoun(action, step))];
}

/** "Back up node-2", where node-1 is to be backed up. */
const isOfOther = ({ items }: Step, { needs }: Part): boolean =>
  needs.some((need) => items.some(({ meaning }) => isOtherNumber(need.meaning, meaning)));

/** "... before signing it": what the duty is about is what its occasion is about. */
function pointsBack({ text }: Part): boolean {
  return text
    .toLowerCase()
    .split(" ")
    .some((word) => word === "it" || word === "them");
}

/** "Leave the stove dirty", where it is to be cleaned. */
function isAgainst({ items }: Step, verb: Meaning | undefined): boolean {
  return (
    verb !== undefined &&
    !isWeak(verb) &&
    items.some(({ meaning, state }) => state === "done" && likeness(verb, meaning) === "opposed")
  );
}

/** "Check the balance", where it is to be checked: the verb only speaks of its object, but is what the duty asks for. */
function isOperator({ operator }: Step, verb: Meaning | undefined): boolean {
  return operator !== undefined && verb !== undefined && isSame(verb, operator.meaning);
}

/** "... and keep it around". */
const isLeftAsIt = (step: Step, action: Action): boolean =>
  ["keep", "leav"].includes(step.items[0]?.meaning.base ?? "") &&
  hasPronoun(action, step) &&
  step.items.every(({ state, meaning }) => state === "done" && !meaning.thing);

const presenting = new Set(["show", "check", "read", "scan", "verify", "document", "report"]);

/** "Show your badge", where one is required. */
const isPresented = ({ operator }: Step, verb: Meaning | undefined): boolean =>
  verb === undefined && operator !== undefined && presenting.has(operator.meaning.base);

/** "Leave the glasses on the table", where they are to be washed: the rule's verb is not done to them. */
function isLeft({ items }: Step, verb: Meaning | undefined): boolean {
  const [first] = items;
  if (!first || !verb || isWeak(verb) || !idle.has(first.meaning.base)) return false;
  return !items.some(({ meaning }) => isSame(verb, meaning));
}

/** "with the water on", where it is to be turned off. */
function isContrary(said: Said, { tokens }: Action, verb: Meaning | undefined): boolean {
  const next = wordAt(tokens, said.to);
  if (verb?.base.endsWith(" off")) return next === "on" || next === "running";
  return verb?.base.endsWith(" on") === true && next === "off";
}

const isRefused = (step: Step, said: Said, action: Action, verb: Meaning | undefined): boolean =>
  isAgainst(step, verb) || step.opener === "although" || isLeft(step, verb) || isContrary(said, action, verb);

function hitsOf(meanings: readonly Meaning[], action: Action, verb: Meaning | undefined): Hit[] {
  return action.steps.flatMap((step) =>
    step.items
      .filter(({ meaning }) => meanings.some((each) => isSame(each, meaning)))
      .map((said) => (isRefused(step, said, action, verb) ? "negated" : said.state))
      .map((state) => ({
        state: (isOperator(step, verb) || isPresented(step, verb)) && state !== "negated" ? "done" : state,
        rank: step.rank,
        step,
      })),
  );
}

function isRuledOut(action: Action, due: Fit): boolean {
  for (let at = due.step.from; at < due.step.to; at++) if (ruledOut.has(action.tokens[at]!.word)) return true;
  const text = wordsOf(action.tokens.slice(due.step.from, due.step.to));
  return ruledOutPhrases.some((phrase) => ` ${text} `.includes(` ${phrase} `));
}

const manners = wordSet("use write answer address log name format");

/** How something is done shows only when it is done: silence means nothing. */
function isManner(rule: ReadRule): boolean {
  const { verb } = rule.main;
  return (
    rule.relation === "with" &&
    verb !== undefined &&
    manners.has(rule.main.text.split(" ")[0]!.toLowerCase()) &&
    !rule.main.text.toLowerCase().startsWith("name a")
  );
}
