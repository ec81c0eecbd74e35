import { isNear } from "../lexicon/lexicon.ts";
import { fits } from "../match.ts";
import type { ReadRule } from "../rule.ts";
import type { Action } from "../text/action.ts";
import type { FormVerdict } from "./verdict.ts";

/** A rule that quotes what must or must not be written. */
export function judgeQuoted(rule: ReadRule, action: Action): FormVerdict | undefined {
  const quotes = rule.tokens.filter(({ kind }) => kind === "quote").map(({ text }) => text.toLowerCase());
  const [wanted] = quotes;
  if (wanted === undefined || action.quotes.length === 0) return undefined;
  const text = rule.rule.rule.toLowerCase();
  const texts = (changedTo(action) ?? action.quotes).map((each) => each.toLowerCase());
  const there = texts.some((each) => {
    if (/\b(?:start|begin|open)/.test(text)) return each.startsWith(wanted);
    return /\b(?:end|close|finish)/.test(text) ? each.endsWith(wanted) : each.includes(wanted);
  });
  if (rule.ban) return there ? "broken" : "met";
  // "color" not "colour": the other shows that it is broken.
  if (quotes.length > 1 && /["”],? (?:and )?(?:not|never|instead of|rather than|over) ["“]/.test(text))
    return texts.some((each) => each.includes(quotes[1]!)) ? "broken" : there ? "met" : undefined;
  if (there) return "met";
  return isAbout(rule, action) ? "broken" : undefined;
}

/** Whether an action speaks of what a rule wants a text for: 'reply "ok" to Dan' labels no leftovers. */
const isAbout = ({ main }: ReadRule, action: Action): boolean =>
  fits(main, action).some(({ share }) => share >= leastShare) ||
  main.needs.some(
    ({ role, meaning }) =>
      role === "object" && action.steps.some(({ items }) => items.some((said) => isNear(meaning, said.meaning))),
  );
const leastShare = 0.5;

/** 'Change "colour" to "color"': only what it becomes. */
export function changedTo(action: Action): string[] | undefined {
  const quotes = action.tokens.filter(({ kind }) => kind === "quote");
  if (quotes.length !== 2) return undefined;
  const between = action.tokens.filter(
    ({ start, kind }) => kind === "word" && start > quotes[0]!.start && start < quotes[1]!.start,
  );
  if (!between.some(({ word }) => ["to", "by", "with", "into"].includes(word))) return undefined;
  return [quotes[1]!.text];
}
