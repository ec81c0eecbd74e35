import type { ActionCheck, PatternVerdict, WarnedPattern } from "./check.ts";
import type { Chances, PairClassifier, Premise } from "./classifier.ts";
import type { Rule, Status, Verdict } from "./conflict.ts";

/** So many rules and anti-patterns are looked at again for one action: two would make a check 2.5 searches long. */
export const looksMax = 1;

/** A verdict by the rules of language, and what a model would be asked of it. */
export type Look<V extends Verdict = Verdict> = { verdict: V; premise: Premise | undefined; nearness: number };

/** `isAsked`: whether the model may look at it. What the rules of language are certain of stands. */
export function lookAtRule(check: ActionCheck, rule: Rule, isAsked = true): Look {
  const verdict = check.judge(rule);
  if (!isAsked || isCertain(verdict)) return { verdict, premise: undefined, nearness: 0 };
  const kind = rule.type.toLowerCase() as Lowercase<Rule["type"]>;
  return { verdict, premise: { kind, text: rule.rule }, nearness: check.nearness(rule) };
}

/** Of a pattern's anti-patterns, at the one that was found, or the nearest. */
export function lookAtPattern(check: ActionCheck, pattern: WarnedPattern): Look<PatternVerdict> {
  const { antiPatterns, conditions = [], solution } = pattern;
  const verdict = check.judgePattern(pattern);
  if (isCertain(verdict)) return { verdict, premise: undefined, nearness: 0 };
  const found = verdict.antiPattern === undefined ? antiPatterns : [verdict.antiPattern];
  const [nearest] = found
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

/** Those to look at again: where the rules of language doubt, then by words. */
export function nearestOf<V extends Verdict>(looks: readonly Look<V>[], room: number): Look<V>[] {
  return looks
    .filter(({ premise }) => premise !== undefined)
    .toSorted((one, other) => weight(other) - weight(one))
    .slice(0, room);
}

/** The verdicts, of those that are asked about as a model sees them, too. Errors: AppError unavailable. */
export async function lookAgain<V extends Verdict>(
  looks: readonly Look<V>[],
  asked: readonly Look<V>[],
  action: string,
  classifier: PairClassifier,
): Promise<V[]> {
  const premises = asked.map(({ premise }) => premise!); // as `nearestOf` has it
  const chances = premises.length === 0 ? [] : await classifier.classify(premises, action);
  const again = new Map(asked.map((look, at) => [look, chances[at] && withChances(look, premises[at]!, chances[at])]));
  return looks.map((look) => again.get(look) ?? look.verdict);
}

/** A conflict that was found, or all of a rule's words in the action. */
const isCertain = ({ status, similarity }: Verdict): boolean => status === "CONFLICT" || similarity >= 1;

const weight = ({ verdict, nearness }: Look): number => (verdict.status === "SAFE" ? 0 : 1) + nearness;

/** What both say: the model's chances, each as much likelier as the first verdict is where that one is right. */
function withChances<V extends Verdict>({ verdict, nearness }: Look<V>, { kind, text }: Premise, chances: Chances): V {
  const first = verdict.status === "SAFE" ? "SAFE" : "WARNING"; // a CONFLICT stands
  const { keeps, doubtful, breaks } = first === "SAFE" && nearness === 0 ? withoutDoubt(chances) : chances;
  const isStrict = kind === "must" || kind === "never";
  const status = isStrict
    ? strictStatus(weighed([keeps, doubtful, breaks], evidence.strict[first]))
    : softStatus(weighed([keeps, doubtful + breaks], evidence.soft[first]));
  if (status === verdict.status) return verdict;
  return { ...verdict, status, reason: `"${text}": ${why[status]}`, similarity: 1 - keeps };
}

/** Nobody leaves a step unmentioned without a word of what it belongs to: then the action is about something else. */
const withoutDoubt = ({ keeps, doubtful, breaks }: Chances): Chances => {
  return { keeps: keeps + doubtful, doubtful: 0, breaks };
};

/** From so much on a rule is kept. */
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
 * How often the rules of language say a status where it is right that the action keeps a rule, may break it, breaks it:
 * counted over lots 16 to 25 of test/fixture/conflicts, for which nothing was mended. docs/conflicts.md has the counts.
 */
const evidence = {
  strict: { SAFE: [0.865, 0.804, 0.706], WARNING: [0.072, 0.162, 0.065] },
  soft: { SAFE: [0.859, 0.762], WARNING: [0.141, 0.238] },
};

const why: Record<Status, string> = {
  SAFE: "the action keeps it, or has nothing to do with it, as a model reads the two",
  WARNING: "the action may be against it, as a model reads the two",
  CONFLICT: "the action is against it, as a model reads the two",
};
