import { array, assert, constantFrom, oneof, property, string } from "fast-check";
import { expect, test } from "vitest";
import { statementsOf } from "../../src/memory/directive/statements-of.ts";

/** Whatever a message holds, its rules are read in bounded time, and each is one clean line. */

const words = constantFrom(
  ..."always never ever please don't do not avoid prefer try to make sure must should can could would you I we it them that rather than over instead of no more stop using skip leave out keep when if unless until before every each all any only the a my your this is are be forbidden reports emails answers French Fridays use write book like hate it's I'd rule lifted again , . ; : ? ! - ( ) \" ' ` \n \n\n > ```".split(
    " ",
  ),
);
const text = array(oneof({ weight: 9, arbitrary: words }, string({ unit: "grapheme" })), { maxLength: 60 }).map(
  (parts) => parts.join(" "),
);

test("any text is read, and rules are clean", () => {
  assert(
    property(text, text, (said, before) => {
      for (const statement of statementsOf(said, { before })) {
        if (statement.kind === "retraction") continue;
        expect(statement.rule).not.toMatch(/[\n\r]|[.!?;,:]$|^\s|\s$/u);
        expect(statement.rule.split(" ").length).toBeGreaterThan(1);
        expect(statement.rule.length).toBeLessThan(5_000);
      }
    }),
    { numRuns: 3_000 },
  );
});

const size = 256 * 1024;
test.each([
  ["one letter", "a"],
  ["blanks", " "],
  ["quotes", '"'],
  ["apostrophes", "'a "],
  ["parentheses", "( "],
  ["adverbs", "always "],
  ["negations", "do not never "],
  ["commas", "never , "],
  ["conditions", "when you , if i "],
  ["a rule without a stop", "never use tabs and always write tests , "],
  ["sentences", "Never use tabs in file number one. "],
  ["colons", "rules : never : "],
  ["lines", "- never push\n"],
  ["fences", "```\n"],
  ["tags", "<a> </b> "],
  ["elements", "<a>\n</a>\n"],
  ["tags without an end", "<a b "],
  ["announcements before citations", "He said:\n\n> no\n"],
  ["blank lines", "He said:\n> no\n\n\n\n\n"],
  ["polite words", "please just now, "],
  ["work", "fix a. please fix it "],
  ["work above", "a\nTranslate the above.\n"],
  ["work above in a line", "fix the old above "],
  ["dividers", "---\nTranslate this\n"],
  ["marks of results", "[tool result [/tool result] "],
  ["heads", "From: a\nB\n"],
  ["pronouns", "avoid it and never do that "],
])("256 KiB of %s take less than a second of work", (_, part) => {
  const before = process.threadCpuUsage();
  statementsOf(part.repeat(Math.ceil(size / part.length)).slice(0, size));
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(1_000);
});
