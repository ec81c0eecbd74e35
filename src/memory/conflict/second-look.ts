import { asSeen } from "../language/as-seen.ts";
import type { ActionCheck, PatternVerdict, WarnedPattern } from "./check.ts";
import type { Chances, PairClassifier, Premise } from "./classifier.ts";
import type { Rule, Status, Verdict } from "./conflict.ts";

/** Rules and anti-patterns that a model looks at for one action. With two, a check would take as long as 2.5 searches. */
export const looksMax = 1;

/** A verdict by the rules of language, and what a model would be asked of it. */
export type Look<V extends Verdict = Verdict> = { verdict: V; premise: Premise | undefined; nearness: number };

/** `isAsked`: whether the model may look at it. What the rules of language are certain of stands; the model knows English alone. */
export function lookAtRule(check: ActionCheck, rule: Rule, isAsked = true): Look {
  const verdict = check.judge(rule);
  if (!isAsked || isCertain(verdict) || !check.reads(rule)) return { verdict, premise: undefined, nearness: 0 };
  const kind = rule.type.toLowerCase() as Lowercase<Rule["type"]>;
  return { verdict, premise: { kind, text: rule.rule }, nearness: check.nearness(rule) };
}

/** The look at a pattern: at the anti-pattern that was found, or else at the nearest. */
export function lookAtPattern(check: ActionCheck, pattern: WarnedPattern): Look<PatternVerdict> {
  const { antiPatterns, conditions = [], solution } = pattern;
  const verdict = check.judgePattern(pattern);
  if (isCertain(verdict)) return { verdict, premise: undefined, nearness: 0 };
  const found = verdict.antiPattern === undefined ? antiPatterns : [verdict.antiPattern];
  const [nearest] = found
    .filter((text) => check.reads({ type: "AVOID", rule: text }))
    .map((text) => ({ text, nearness: check.nearness({ type: "AVOID", rule: text }) }))
    .toSorted((one, other) => other.nearness - one.nearness);
  if (nearest === undefined) return { verdict, premise: undefined, nearness: 0 };
  const when = conditions.length > 0 ? ` (when: ${conditions.join("; ")})` : "";
  const instead = solution ? ` (instead: ${solution})` : "";
  return {
    verdict: { ...verdict, antiPattern: nearest.text },
    premise: { kind: "pitfall", text: `${nearest.text}${when}${instead}` },
    nearness: nearest.nearness,
  };
}

/** The looks that a model is asked about, at most `room`: those with a warning first, then by nearness. */
export function nearestOf<V extends Verdict>(looks: readonly Look<V>[], room: number): Look<V>[] {
  return looks
    .filter(({ premise }) => premise !== undefined)
    .toSorted((one, other) => weight(other) - weight(one))
    .slice(0, room);
}

/** The verdict of each look; in those that are asked about, with what a model says. Errors: AppError unavailable. */
export async function lookAgain<V extends Verdict>(
  looks: readonly Look<V>[],
  asked: readonly Look<V>[],
  action: string,
  classifier: PairClassifier,
): Promise<V[]> {
  // nearestOf leaves out looks without a premise.
  const premises = asked.map(({ premise }): Premise => ({ kind: premise!.kind, text: asSeen(premise!.text) }));
  const chances = premises.length === 0 ? [] : await classifier.classify(premises, calm(action));
  const again = new Map(asked.map((look, at) => [look, chances[at] && withChances(look, premises[at]!, chances[at])]));
  return looks.map((look) => again.get(look) ?? look.verdict);
}

/** An action without marks that only shout: the model takes "Use yarn now!!!" for a breach of whatever it is held against. */
const calm = (action: string): string => action.replace(/!{2,}/gu, "!");

/** A conflict that was found, or all of a rule's words in the action. */
const isCertain = ({ status, similarity }: Verdict): boolean => status === "CONFLICT" || similarity >= 1;

const weight = ({ verdict, nearness }: Look): number => (verdict.status === "SAFE" ? 0 : 1) + nearness;

/** Both judgements in one: each chance of the model is weighted by how often the first verdict is given where it is right. */
function withChances<V extends Verdict>({ verdict, nearness }: Look<V>, { kind, text }: Premise, chances: Chances): V {
  const first = verdict.status === "SAFE" ? "SAFE" : "WARNING"; // a CONFLICT stands
  const { keeps, doubtful, breaks } = first === "SAFE" && nearness === 0 ? withoutDoubt(chances) : chances;
  const isStrict = kind === "must" || kind === "never";
  const status = isStrict
    ? strictStatus(weighed([keeps, doubtful, breaks], evidence.strict[first]))
    : softStatus(weighed([keeps, doubtful + breaks], evidence.soft[first]));
  if (status === verdict.status || (status === "SAFE" && verdict.isFloor)) return verdict;
  return { ...verdict, status, reason: `"${text}": ${why[status]}`, similarity: 1 - keeps };
}

/** An action without a word of the rule is about something else: it does not leave one of the rule's steps unsaid. */
const withoutDoubt = ({ keeps, doubtful, breaks }: Chances): Chances => {
  return { keeps: keeps + doubtful, doubtful: 0, breaks };
};

/** The least chance of keeping a rule that makes a verdict SAFE. */
const leastKept = 0.5;

function strictStatus([kept = 0, doubtful = 0, broken = 0]: number[]): Status {
  if (broken > kept && broken > doubtful) return "CONFLICT";
  return kept >= leastKept ? "SAFE" : "WARNING";
}

const softStatus = ([kept = 0]: number[]): Status => (kept >= leastKept ? "SAFE" : "WARNING");

function weighed(chances: readonly number[], likelihoods: readonly number[]): number[] {
  const products = chances.map((chance, at) => chance * likelihoods[at]!);
  const sum = products.reduce((one, other) => one + other);
  return products.map((product) => product / sum);
}

/**
 * How often the rules of language say a status, by what is right: that the action keeps the rule, may break it, breaks it;
 * of a soft rule, that the action keeps it or does not. Counted over lots 16 to 25 of test/fixture/conflicts, before
 * anything was mended for them. docs/conflicts.md has the counts.
 */
const evidence = {
  strict: { SAFE: [0.865, 0.804, 0.706], WARNING: [0.072, 0.162, 0.065] },
  soft: { SAFE: [0.859, 0.762], WARNING: [0.141, 0.238] },
};

const why: Record<Status, string> = {
  SAFE: "a model judged that the action complies with this, or has nothing to do with it",
  WARNING: "a model judged that the action may go against this",
  CONFLICT: "a model judged that the action goes against this",
};
