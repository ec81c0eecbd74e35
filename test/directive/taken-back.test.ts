import { describe, expect, it } from "vitest";
import { asMeant } from "../../src/memory/directive/text/as-meant.ts";
import { statementsOf } from "../../src/memory/directive/statements-of.ts";
import { Tagger } from "../../src/reader/tagger.ts";

const rulesOf = (text: string): string[] =>
  statementsOf(text).flatMap((each) => (each.kind === "rule" ? [each.rule] : []));

describe("what is taken back in the same breath", () => {
  it.each([
    ["Always round to two digits. Hm no, three.", "Round to three digits"],
    ["Always plant beans in rows... no, in circles.", "Plant beans in circles"],
    ["From now on bill in euros. Oh wait, in pounds.", "Bill in pounds"],
    ["Always ring Petra first. Sorry, Ines.", "Ring Ines first"],
    ['Always tag invoices "urgent"... no, "high priority".', 'Tag invoices "high priority"'],
    ['Always end mails with "Cheers". Actually no, with "Best".', 'End mails with "Best"'],
    ["Always cc Tom. Actually no, cc Anna.", "Cc Anna"],
    ["Never book aisle seats. Scratch that, never book middle seats.", "Never book middle seats"],
  ])("is no rule, and what is said instead is: %s", (text, rule) => {
    expect(rulesOf(text)).toEqual([rule]);
  });

  it.each([
    "Always send the minutes to Jana... wait, she's on leave.",
    "Always start with a summary... wait, no. Thanks.",
    "Never use emojis. Scratch that.",
    "Please always add cumin, oh wait, coriander to the curry.",
  ])("is no rule where nothing is said instead: %s", (text) => {
    expect(rulesOf(text)).toEqual([]);
  });

  it.each([
    ["Always answer in German, no exceptions.", "Answer in German"],
    ["Never use emojis. No, really.", "Never use emojis"],
    ["Always ask before you buy. Sorry for shouting.", "Ask before you buy"],
    ["Always book the early train. Wait, what time is it?", "Book the early train"],
    ['Never write "in Porto, no sorry, Lisbon" to clients.', 'Never write "in Porto, no sorry, Lisbon" to clients'],
    ["Always use tabs. The log said:\n```\nPort 80. No wait, 81.\n```", "Use tabs"],
  ])("and what takes nothing back: %s", (text, rule) => {
    expect(rulesOf(text)).toEqual([rule]);
  });

  it("is not tagged either: the model reads the text as it is meant", async () => {
    const tagger = await Tagger.load();
    const text = "Please always answer in Spanish, no wait, Portuguese.";
    const statements = statementsOf(text, { tagged: await tagger.tag(asMeant(text)) });
    await tagger.release();
    expect(statements).toMatchObject([{ type: "MUST", rule: "Answer in Portuguese" }]);
  });
});
