import { asSeen } from "../language/as-seen.ts";
import { readAction } from "./text/action.ts";
import { worst, type Rule, type Status, type Verdict } from "./conflict.ts";
import { judge } from "./judge/judge.ts";
import { nearness } from "./judge/nearness.ts";
import { excused, type WarnedPattern } from "./judge/pattern.ts";
import { ruleCharsMax, ReadRules } from "./read-rules.ts";

export type { WarnedPattern };

/** `antiPattern`: the first that the action repeats or may repeat; where none is and a model may look, the nearest. */
export type PatternVerdict = Verdict & { antiPattern?: string };

export type Checked = {
  status: Status;
  /** One for each rule, in their order. */
  verdicts: Verdict[];
  /** One for each pattern, in their order. */
  patterns: PatternVerdict[];
  /** What could not be judged. Where there is any, the status is not SAFE. */
  warnings: string[];
};

/** Characters of an action that are read. What follows is not judged, which gives a warning, and so of a rule. */
export const actionCharsMax = 16_384;

const rules = new ReadRules();

/** An action that was read, to be held against rules one by one. */
export type ActionCheck = {
  /** What was read, as it is seen. */
  text: string;
  /** What of the action was not read. */
  warning: string | undefined;
  /** Not in English. */
  isForeign: boolean;
  /** Whether a rule and the action are in English, so that the two are judged. */
  reads(rule: Rule): boolean;
  judge(rule: Rule): Verdict;
  /** The share of a rule's words that the action has, 0 to 1. */
  nearness(rule: Rule): number;
  judgePattern(pattern: WarnedPattern): PatternVerdict;
};

/** Reads an action. A pure function of the text; judging takes time by the length of the two, which is bounded. */
export function readForCheck(text: string): ActionCheck {
  const action = readAction(asSeen(text.slice(0, actionCharsMax)));
  const isCut = text.length > actionCharsMax;
  return {
    text: action.code?.words ?? action.text,
    warning: isCut
      ? `Only the first ${actionCharsMax} of the action's ${text.length} characters were checked.`
      : undefined,
    isForeign: action.isForeign,
    reads: (rule) => !action.isForeign && !rules.of(rule).isForeign,
    judge: (rule) => judge(rules.of(rule), action),
    nearness: (rule) => nearness(rules.of(rule), action),
    judgePattern(pattern) {
      let reason = "the action repeats none of the pattern's anti-patterns";
      let isUnread = false;
      for (const antiPattern of pattern.antiPatterns) {
        const verdict = judge(rules.of({ type: "AVOID", rule: antiPattern }), action);
        const excuse = verdict.status === "SAFE" ? undefined : excused(pattern, action, verdict);
        if (verdict.status !== "SAFE" && excuse === undefined) return { ...verdict, antiPattern };
        reason = excuse ?? reason;
        isUnread ||= verdict.isUnread === true;
      }
      return { status: "SAFE", reason, similarity: 0, ...(isUnread && { isUnread }) };
    },
  };
}

/** The worst of the verdicts, with a warning for what was not read. */
export function checkedOf(
  { warning, isForeign }: ActionCheck,
  given: readonly Rule[],
  verdicts: Checked["verdicts"],
  patterns: Checked["patterns"],
): Checked {
  const warnings = warning === undefined ? [] : [warning];
  const long = given.find(({ rule }) => rule.length > ruleCharsMax);
  if (long)
    warnings.push(`Only the first ${ruleCharsMax} characters of a rule were checked: "${long.rule.slice(0, 80)}".`);
  const judged = [...verdicts, ...patterns];
  const unread = judged.filter((each) => each.isUnread).length;
  if (unread > 0)
    warnings.push(
      isForeign
        ? "The action is not in English: only its English words, and exact copies of a rule, were checked."
        : `Not checked, because they are not in English: ${unread} of ${judged.length} rules and patterns.`,
    );
  const statuses = judged.map(({ status }) => status);
  return { status: worst([...statuses, warnings.length > 0 ? "WARNING" : "SAFE"]), verdicts, patterns, warnings };
}
