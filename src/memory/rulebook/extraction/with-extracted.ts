import type { StatedRule, Statement } from "../../directive/directive.ts";
import { namesOtherwise } from "../../directive/phrase.ts";
import { choosesOtherwise, overlap, subjectOf, type Subject } from "../../directive/subject.ts";

/** What a message states by the rules of language, and what a model adds on other subjects: the rules have the last word. */
export function withExtracted(byRules: readonly Statement[], extracted: readonly StatedRule[]): Statement[] {
  const subjects = byRules.map((each) => subjectOf(each.kind === "rule" ? each.rule : each.about));
  const all = [...byRules];
  for (const rule of extracted) {
    const subject = subjectOf(rule.rule);
    if (subjects.some((other) => meet(subject, other))) continue;
    subjects.push(subject);
    all.push({ kind: "rule", ...rule });
  }
  return all;
}

/** What names something else is another rule: "never touch account 2" beside "never touch account 1". */
const meet = (one: Subject, other: Subject): boolean =>
  choosesOtherwise(one, other) || (overlap(one, other) >= 0.6 && !namesOtherwise(one.phrase, other.phrase));
