import type { ReadRule } from "../rule.ts";
import type { Action } from "../text/action.ts";
import type { FormVerdict } from "./verdict.ts";

/** A rule that quotes what must or must not be written. */
export function judgeQuoted(rule: ReadRule, action: Action): FormVerdict | undefined {
  const quote = rule.tokens.find(({ kind }) => kind === "quote");
  if (!quote || action.quotes.length === 0) return undefined;
  const text = rule.rule.rule.toLowerCase();
  const wanted = quote.text.toLowerCase();
  const texts = (changedTo(action) ?? action.quotes).map((each) => each.toLowerCase());
  const there = texts.some((each) => {
    if (/\b(?:start|begin|open)/.test(text)) return each.startsWith(wanted);
    return /\b(?:end|close|finish)/.test(text) ? each.endsWith(wanted) : each.includes(wanted);
  });
  return there === rule.ban ? "broken" : "met";
}

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
