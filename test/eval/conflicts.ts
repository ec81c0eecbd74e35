import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkAction } from "../../src/memory/conflict/check.ts";
import type { Rule, RuleType, Status } from "../../src/memory/conflict/conflict.ts";

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
] as const;
export type Half = (typeof halves)[number];

/** Lots that nothing was mended for. */
export const unworked: ReadonlySet<Half> = new Set([
  "practice-8",
  "practice-16",
  "practice-17",
  "practice-18",
  "practice-19",
  "practice-20",
]);

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

const folder = join(import.meta.dirname, "../fixture/conflicts");
const statuses: readonly Status[] = ["SAFE", "WARNING", "CONFLICT"];

/** Totals of one half; never its items, for `check` is not to be looked at. */
export function totalsOf(half: Half): Totals {
  const row = () => ({ SAFE: 0, WARNING: 0, CONFLICT: 0 });
  const totals: Totals = { items: 0, right: 0, missed: 0, confusion: { SAFE: row(), WARNING: row(), CONFLICT: row() } };
  for (const { rules, patterns = [], action, expected, plain } of itemsOf(half)) {
    const warned = patterns.map((pattern) => ({ ...pattern, antiPatterns: pattern.anti_patterns }));
    const { status } = checkAction(action, rules, warned);
    totals.items++;
    totals.confusion[expected][status]++;
    if (status === expected) totals.right++;
    if (plain && expected === "CONFLICT" && status === "SAFE") totals.missed++;
  }
  return totals;
}

export function itemsOf(half: Half): Item[] {
  if (half.startsWith("practice")) return practice(half);
  return JSON.parse(readFileSync(join(folder, `${half}.json`), "utf8"));
}

/**
 * "# MUST ... | NEVER ..." gives the rules of the lines below it, each a letter of its status and an action; P is a plain
 * CONFLICT. "PATTERN solution // anti-pattern; anti-pattern // condition" stands among the rules.
 */
function practice(half: Half): Item[] {
  const letters: Record<string, Status> = { S: "SAFE", W: "WARNING", C: "CONFLICT", P: "CONFLICT" };
  let rules: Rule[] = [];
  let patterns: ReadPattern[] = [];
  const items: Item[] = [];
  for (const line of readFileSync(join(folder, `${half}.txt`), "utf8").split("\n")) {
    if (line.startsWith("# ")) {
      const given = line.slice(2).split(" | ");
      rules = given.filter((each) => !isPattern(each)).map(ruleOf);
      patterns = given.filter(isPattern).map(patternOf);
    } else if (line !== "")
      items.push({
        rules,
        ...(patterns.length > 0 && { patterns }),
        action: line.slice(2),
        expected: letters[line[0]!]!,
        plain: line.startsWith("P"),
      });
  }
  return items;
}

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

/** `npm run eval -- conflicts [--half tune|check|practice|practice-N]`; of none given, all but `check`. */
export function evaluateConflicts(half: string | undefined): void {
  const wanted =
    half === undefined ? halves.filter((each) => each !== "check") : halves.filter((each) => each === half);
  for (const each of wanted) console.log(`${table(each, totalsOf(each))}\n`);
}
