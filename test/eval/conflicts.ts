import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ThreadedClassifier } from "../../src/classifier/threaded-classifier.ts";
import type { PairClassifier } from "../../src/memory/conflict/classifier.ts";
import type { Rule, RuleType, Status } from "../../src/memory/conflict/conflict.ts";
import { Judging } from "../../src/memory/rulebook/judging.ts";

/** The two halves, and what was written to practise on: `practice-7` and later lots name the order they came in. */
export const halves = [
  "tune",
  "check",
  "practice",
  "practice-7",
  "practice-8",
  "practice-9",
  "practice-10",
  "practice-11",
  "practice-12",
  "practice-13",
  "practice-14",
  "practice-15",
  "practice-16",
  "practice-17",
  "practice-18",
  "practice-19",
  "practice-20",
  "practice-21",
  "practice-22",
  "practice-23",
  "practice-24",
  "practice-25",
  "practice-26",
  "practice-27",
  "practice-28",
  "practice-29",
  "practice-30",
  "practice-31",
  "practice-32",
  "held",
] as const;
export type Half = (typeof halves)[number];

/** Lots on which the model was trained, but for one group of so many, which make up `held`. */
const heldEvery: Partial<Record<Half, number>> = {
  "practice-16": 10,
  "practice-17": 10,
  "practice-18": 10,
  "practice-19": 10,
  "practice-20": 10,
  "practice-21": 20,
  "practice-22": 20,
  "practice-23": 20,
  "practice-24": 20,
  "practice-25": 20,
};
const heldPlace = 7;

/** Lots that came after the model. */
const later: Half[] = ["practice-26", "practice-27", "practice-28", "practice-29", "practice-30", "practice-31"];

/** Lots that were not worked on pair by pair: of all but practice-8 the plain conflicts that were missed were read once. */
export const unworked: ReadonlySet<Half> = new Set(["practice-8", "held", ...trainedLots(), ...later]);

type ReadPattern = { solution: string; anti_patterns: string[]; conditions: string[] };

type Item = {
  rules: Rule[];
  patterns?: ReadPattern[];
  action: string;
  expected: Status;
  plain: boolean;
};

export type Totals = {
  items: number;
  right: number;
  /** Plain conflicts that are called safe. */
  missed: number;
  /** How often an expected status (first) is answered with another. */
  confusion: Record<Status, Record<Status, number>>;
};

/** Nothing of any pair: the rules of language are alone. */
export const none: PairClassifier = { classify: (premises) => Promise.resolve(premises.map(() => undefined)) };

const folder = join(import.meta.dirname, "../fixture/conflicts");
const statuses: readonly Status[] = ["SAFE", "WARNING", "CONFLICT"];

/** Totals of one half; never its items, for `check` is not to be looked at. */
export async function totalsOf(half: Half, classifier: PairClassifier): Promise<Totals> {
  const row = () => ({ SAFE: 0, WARNING: 0, CONFLICT: 0 });
  const totals: Totals = { items: 0, right: 0, missed: 0, confusion: { SAFE: row(), WARNING: row(), CONFLICT: row() } };
  for (const { rules, patterns = [], action, expected, plain } of itemsOf(half)) {
    const warned = patterns.map((pattern) => ({ ...pattern, antiPatterns: pattern.anti_patterns }));
    const judging = new Judging(action, classifier);
    const verdicts = await judging.rules(rules);
    const { status } = judging.checked(rules, verdicts, await judging.patterns(warned));
    if (judging.warning !== undefined) throw new Error(judging.warning);
    totals.items++;
    totals.confusion[expected][status]++;
    if (status === expected) totals.right++;
    if (plain && expected === "CONFLICT" && status === "SAFE") totals.missed++;
  }
  return totals;
}

export function itemsOf(half: Half): Item[] {
  if (half === "held") return trainedLots().flatMap((lot) => heldOf(lot));
  if (half.startsWith("practice")) return practice(half).flat();
  return JSON.parse(readFileSync(join(folder, `${half}.json`), "utf8"));
}

/**
 * "# MUST ... | NEVER ..." gives the rules of the lines below it, each a letter of its status and an action; P is a plain
 * CONFLICT. "PATTERN solution // anti-pattern; anti-pattern // condition" stands among the rules.
 */
function practice(half: Half): Item[][] {
  const letters: Record<string, Status> = { S: "SAFE", W: "WARNING", C: "CONFLICT", P: "CONFLICT" };
  let rules: Rule[] = [];
  let patterns: ReadPattern[] = [];
  const groups: Item[][] = [];
  for (const line of readFileSync(join(folder, `${half}.txt`), "utf8").split("\n")) {
    if (line.startsWith("# ")) {
      const given = line.slice(2).split(" | ");
      rules = given.filter((each) => !isPattern(each)).map(ruleOf);
      patterns = given.filter(isPattern).map(patternOf);
      groups.push([]);
    } else if (line !== "")
      groups.at(-1)!.push({
        rules,
        ...(patterns.length > 0 && { patterns }),
        action: line.slice(2),
        expected: letters[line[0]!]!,
        plain: line.startsWith("P"),
      });
  }
  return groups;
}

function trainedLots(): Half[] {
  return halves.filter((half) => heldEvery[half] !== undefined);
}

const heldOf = (lot: Half): Item[] =>
  practice(lot)
    .filter((_, at) => at % (heldEvery[lot] ?? Infinity) === heldPlace)
    .flat();

const isPattern = (text: string): boolean => text.startsWith("PATTERN ");

function patternOf(text: string): ReadPattern {
  const [solution = "", antiPatterns = "", conditions = ""] = text.slice("PATTERN ".length).split(" // ");
  const listed = (each: string) => (each === "" ? [] : each.split("; "));
  return { solution, anti_patterns: listed(antiPatterns), conditions: listed(conditions) };
}

function ruleOf(text: string): Rule {
  const at = text.indexOf(" ");
  return { type: text.slice(0, at) as RuleType, rule: text.slice(at + 1) }; // The file has no other words there.
}

/** The totals as a Markdown table. */
export function table(half: Half, { items, right, missed, confusion }: Totals): string {
  const rows = statuses.map((expected) => {
    const answers = statuses.map((answered) => confusion[expected][answered]);
    return `| ${[expected.padEnd(8), ...answers.map((count) => String(count).padStart(8))].join(" | ")} |`;
  });
  const accuracy = `${half}: ${right} of ${items} right, ${((right / items) * 100).toFixed(1)} %; plain CONFLICT called SAFE: ${missed}`;
  const head = `| expected | ${statuses.map((status) => status.padStart(8)).join(" | ")} |`;
  return [accuracy, "", head, "| -------- | -------: | -------: | -------: |", ...rows].join("\n");
}

export const isConflictPart = (name: string): name is Half => halves.some((half) => half === name);

/** The totals of one part; of none given, of all but `check`. `alone`: by the rules of language, without the model. */
export async function evaluateConflicts(half: Half | undefined, alone: boolean): Promise<void> {
  const wanted = half === undefined ? halves.filter((each) => each !== "check") : [half];
  const classifier = new ThreadedClassifier({ onError: (error) => console.error(error) });
  for (const each of wanted) console.log(`${table(each, await totalsOf(each, alone ? none : classifier))}\n`);
  await classifier.close();
}
