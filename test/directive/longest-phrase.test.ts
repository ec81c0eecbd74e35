import { expect, test } from "vitest";
import { statementsOf } from "../../src/memory/directive/statements-of.ts";
import { matchAt, phrases } from "../../src/memory/directive/text/match.ts";
import { wordsOf } from "../../src/memory/directive/text/word.ts";

/** Of the phrases that begin alike the longest one counts, whichever is listed first. */

const ends = (list: string, text: string) => matchAt(wordsOf(text), 0, phrases(list))?.to;

test.each(["is a no\nis a no from|for me", "is a no from|for me\nis a no"])("in any order: %j", (list) => {
  expect(ends(list, "is a no in mails")).toBe(3);
  expect(ends(list, "is a no from me in mails")).toBe(5);
  expect(ends(list, "is a yes")).toBeUndefined();
});

test.each([
  ["You are never allowed to share my drafts.", "NEVER Never share my drafts"],
  ["Emojis are a no go in mails.", "NEVER Do not use emojis in mails"],
  ["Puns are a no from me in letters.", "NEVER Do not use puns in letters"],
  ["Puns are a no in letters.", "NEVER Do not use puns in letters"],
  ["Never fly at night if you can help it.", "AVOID Avoid flying at night"],
  ["Never use the lift if you can avoid it.", "AVOID Avoid using the lift"],
])("%s", (text, rule) => {
  const said = statementsOf(text).map((each) => (each.kind === "rule" ? `${each.type} ${each.rule}` : each.about));
  expect(said).toEqual([rule]);
});
