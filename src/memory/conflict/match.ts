import { phraseList, wordSet } from "../language/word-set.ts";
import type { Action, Said, State, Step } from "./text/action.ts";
import {
  isNumberUnsure,
  isOtherNumber,
  isSame,
  isSort,
  likeness,
  type Likeness,
  type Meaning,
} from "./lexicon/lexicon.ts";
import { isWeak } from "./lexicon/weak.ts";
import type { Need, Part } from "./part.ts";
import { sizeOf, sizes } from "./measure/size.ts";
import { areContrary, prepositionSort } from "./text/preposition-sort.ts";
import { surroundingsOf } from "./text/surroundings.ts";
import { making, removing } from "./text/words.ts";
import { wordAt } from "./text/tokens.ts";

/** How well a step of an action fits an act of a rule. */
export type Fit = {
  /** `full`: all that the rule says is there; `open`: nothing contradicts it, something is unsaid or wider. */
  readonly level: "full" | "open";
  readonly state: State;
  readonly step: Step;
  readonly rank: number;
  /** The rule's verb is in the action, or says too little to matter. */
  readonly hasVerb: boolean;
  /** Share of the rule's words that are met. */
  readonly share: number;
};

type Found = { said: Said; like: Likeness; own: boolean };

/** All steps of an action that speak of an act, best first. */
export function fits(part: Part, action: Action): Fit[] {
  const found: Fit[] = [];
  for (let at = 0; at < action.steps.length; at++) {
    const fit = fitAt(part, action, at);
    if (fit) found.push(fit);
  }
  return found.sort((one, other) => quality(other) - quality(one));
}

const quality = (fit: Fit): number => (fit.level === "full" ? 2 : 0) + (fit.state === "done" ? 1 : 0) + fit.share;

function fitAt(part: Part, action: Action, at: number): Fit | undefined {
  const step = action.steps[at]!;
  const { context, around } = surroundingsOf(action, at);
  let met = 0;
  let open = false;
  const used: Found[] = [];
  const verb = verbIn(part, step, context, action.code !== undefined);
  if (
    verb.kind === "different" &&
    (action.code !== undefined || !mayParaphrase(part, step) || doesOpposite(part, step))
  )
    return undefined;
  if (verb.kind === "found") {
    used.push(verb.found);
    met++;
    if (verb.found.like === "wider") open = true;
  }
  for (const need of part.needs) {
    const near = (need.role === "object" ? context : [...context, ...around]).filter(isFree(need, part));
    const mine = find(need.meaning, step.items.filter(isFree(need, part)), true);
    const hit = mine && order[mine.like] >= order.wider ? mine : strongest(mine, find(need.meaning, near, false));
    const verdict = verdictOf(need, hit, part, step, action);
    if (verdict === "contradicted") return undefined;
    if (verdict === "unsaid") {
      open = true;
      continue;
    }
    met += hit && isNumberUnsure(need.meaning, hit.said.meaning) ? 0.5 : 1;
    if (hit) {
      if (hit.like === "wider") open = true;
      used.push(need.negated ? { ...hit, said: { ...hit.said, state: "done" } } : hit);
    }
  }
  if (!used.some(({ own }) => own)) return undefined;
  if (verb.kind === "unsaid" && met < 2) open = true;
  const total = part.needs.length + (part.verb && !isWeak(part.verb) ? 1 : 0);
  return {
    level: open ? "open" : "full",
    state: stateOf(used, step),
    step,
    rank: step.rank,
    hasVerb: verb.kind !== "different" && verb.kind !== "unsaid",
    share: Math.min(1, met / Math.max(1, total)),
  };
}

/** "node-1" says nothing of the "node-2" that the same rule names. */
const isFree =
  (need: Need, { needs }: Part) =>
  ({ meaning }: Said): boolean =>
    !isOtherNumber(need.meaning, meaning) || !needs.some((other) => isSame(other.meaning, meaning));

function strongest(one: Found | undefined, other: Found | undefined): Found | undefined {
  if (!one || !other) return one ?? other;
  return order[other.like] > order[one.like] ? other : one;
}

/** "Add a table" is not "drop a table". */
function doesOpposite({ verb }: Part, { items }: Step): boolean {
  const [first] = items;
  if (!verb || !first?.meaning.act) return false;
  return likeness(verb, first.meaning) === "opposed" || (removing.has(verb.base) && making.has(first.meaning.base));
}

/** Another verb may say the same act where a rule names two things or more. */
const mayParaphrase = ({ needs }: Part, { opener, items }: Step): boolean =>
  needs.length > 1 &&
  opener !== "relative" &&
  items.some(({ meaning }) => meaning.act) &&
  !idle.has(items[0]!.meaning.base);

/** What a step says of a rule's verb. */
type VerbFit =
  | { kind: "found"; found: Found }
  /** The rule has no verb, or a weak one: its other words are enough. */
  | { kind: "optional" }
  /** The step has no verb that tells; only where the rule has other words than its verb. */
  | { kind: "unsaid" }
  /** The step says another verb, or nothing that could stand for the rule's. */
  | { kind: "different" };

function verbIn({ verb, needs }: Part, step: Step, context: readonly Said[], isCode: boolean): VerbFit {
  if (!verb) return { kind: "optional" };
  const found = find(verb, step.items, true) ?? find(verb, context, false);
  if (found && (found.like === "same" || (found.like === "wider" && !isCode))) return { kind: "found", found };
  if (needs.length === 0) return { kind: "different" };
  if (isWeak(verb)) return { kind: "optional" };
  const first = step.items[0] ?? context[0];
  if (step.opener === "relative" || !first || idle.has(first.meaning.base)) return { kind: "different" };
  return { kind: first.meaning.act && !isWeak(first.meaning) ? "different" : "unsaid" };
}

/** Bases of weak verbs that leave things as they are. */
export const idle = new Set(["leav", "keep", "stay", "hold", "remain", "let", "wait"]);

const order: Record<Likeness, number> = { same: 4, wider: 3, opposed: 2, sibling: 1, unrelated: 0 };

/** Bases of nouns that a name may stand for: "Siemens" may be a supplier. */
const named = new Set(
  phraseList("country|city|friend|suppli|supplier|competitor|company|bank|third party|brand|vendor|abroad"),
);

function find(meaning: Meaning, items: readonly Said[], own: boolean): Found | undefined {
  let best: Found | undefined;
  for (const said of items) {
    const plain = likeness(meaning, said.meaning);
    const like = plain === "unrelated" && said.isName && named.has(meaning.base) ? "wider" : plain;
    const isBetter =
      !best ||
      order[like] > order[best.like] ||
      (like === best.like && said.meaning.base === meaning.base && best.said.meaning.base !== meaning.base);
    if (like !== "unrelated" && isBetter) best = { said, like, own };
  }
  return best;
}

function verdictOf(
  need: Need,
  hit: Found | undefined,
  part: Part,
  step: Step,
  action: Action,
): "met" | "unsaid" | "contradicted" {
  if (hit && need.preposition === "during" && isOver(hit, step, action)) return "contradicted";
  if (hit === undefined && sizes.has(need.meaning.base)) {
    const size = sizeOf(step, action);
    if (size !== undefined) return size === sizes.get(need.meaning.base) ? "met" : "contradicted";
  }
  if (need.meaning.base === "own") return ownership(step, action);
  if (need.meaning.base === "alon" && !hit) return inCompany(step, action) ? "contradicted" : "unsaid";
  if (hit?.like === "same" || hit?.like === "wider") {
    if (need.preposition === "outside" || need.preposition === "beyond") return "contradicted";
    if (areContrary(need.preposition, hit.said.preposition)) return "contradicted";
    const negated = hit.said.state === "negated";
    if (need.negated && !negated) return "contradicted";
    if (negated && !need.negated && !hit.own && need.role !== "object") return "contradicted";
    return "met";
  }
  if (need.preposition === "outside" || need.preposition === "beyond")
    return step.items.some(({ preposition }) => preposition !== undefined) ? "met" : "unsaid";
  if (hit && need.role !== "object") return "contradicted";
  if (vague.has(need.meaning.base)) return "met";
  if (need.role === "object") return "contradicted";
  if (need.role === "place" && namesOtherPlace(need, step)) return "contradicted";
  if (need.role === "modifier" && isSort(need.meaning) && isOtherSort(part, step)) return "contradicted";
  // More than an act and what it is done to: something that says which or how.
  if (need.role === "modifier" && need.meaning.thing && !need.meaning.quality)
    return step.items.length > 2 ? "contradicted" : "unsaid";
  return "unsaid";
}

/** "after the freeze", "when the freeze is over". */
function isOver({ said }: Found, step: Step, action: Action): boolean {
  const before = wordAt(action.tokens, said.from - 1);
  const earlier = wordAt(action.tokens, said.from - 2);
  const behind = action.tokens.slice(said.to, said.to + 5).map(({ word }) => word);
  return (
    ["after", "before"].some((word) => word === before || word === earlier) ||
    behind.some((word) => ["over", "finished", "done", "ended", "ends"].includes(word)) ||
    (step.opener === "after" && said.from < step.to && said.from >= step.from)
  );
}

/** "your own": the action says "my", or names another owner. */
function ownership(step: Step, action: Action): "met" | "unsaid" | "contradicted" {
  const tokens = action.tokens.slice(Math.max(0, step.from - 2), step.to);
  if (tokens.some(({ word }) => ["my", "own", "myself", "our", "yourself", "ourselves"].includes(word))) return "met";
  const others = tokens.some(
    ({ text, word }) => text.endsWith("'s") || text.endsWith("’s") || ["his", "her", "their"].includes(word),
  );
  return others ? "contradicted" : "unsaid";
}

/** "with Nora", "together": not alone. */
function inCompany(step: Step, action: Action): boolean {
  return (
    step.items.some(({ preposition, meaning, isName }) => preposition === "with" && (isName || !meaning.act)) ||
    action.tokens.slice(step.from, step.to).some(({ word }) => word === "together" || word === "accompanied")
  );
}

/** Bases of nouns too vague to be asked for in an action. */
const vague = wordSet("fil thing item stuff piec step detail content text part ingredient product");

/** The step names a place of its own, with a preposition of the rule's sort, that is not the rule's. */
function namesOtherPlace(need: Need, { items }: Step): boolean {
  const sort = prepositionSort(need.preposition);
  return items.some(({ preposition }) => preposition !== undefined && prepositionSort(preposition) === sort);
}

/** "sunflower oil" is not "palm oil": another noun stands before the rule's own. */
function isOtherSort({ needs }: Part, { items }: Step): boolean {
  const isNeeded = ({ meaning }: Said) => needs.some((need) => isSame(need.meaning, meaning));
  return items.some((item, at) => {
    const before = items[at - 1];
    const { base } = item.meaning;
    if (base.includes(" ") && isNeeded(item) && !needs.some(({ meaning }) => base.startsWith(meaning.base)))
      return true;
    return (
      before?.to === item.from &&
      isNeeded(item) &&
      !isNeeded(before) &&
      isSort(before.meaning) &&
      before.state === item.state
    );
  });
}

/** What the action says of the act as a whole. */
function stateOf(used: readonly Found[], step: Step): State {
  const states = used
    .filter(({ own }) => own)
    .map(({ said }) => {
      const governs = used.some(
        (each) => each.own && each.said.from === step.operator?.from && each.said.state === "done",
      );
      return governs &&
        (said.state === "removed" || said.state === "mentioned" || said.state === "negated") &&
        !negatedOperator(step)
        ? "done"
        : said.state;
    });
  for (const state of ["negated", "mentioned", "excepted", "removed", "claimed"] as const) {
    if (states.includes(state)) return state;
  }
  return "done";
}

function negatedOperator(step: Step): boolean {
  return step.items.some(({ from, state }) => from === step.operator?.from && state === "negated");
}
