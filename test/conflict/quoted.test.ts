import { describe, expect, test } from "vitest";
import type { RuleType } from "../../src/memory/conflict/conflict.ts";
import { checkAction } from "./check-action.ts";

/** A rule that quotes an example is about what it is about, and not about every quotation. */

type Case = [type: RuleType, rule: string, action: string];

const statusOf = (type: RuleType, rule: string, action: string) => checkAction(action, [{ type, rule }]).status;

describe("a quotation in an action about something else breaks no rule that quotes another", () => {
  const cases: Case[] = [
    ["MUST", 'Use US spelling, "color" not "colour"', 'Name the file "report.pdf"'],
    ["MUST", 'Say "customers", not "clients"', 'Reply "ok" to Dan'],
    ["MUST", 'Label leftovers "eat first" in the fridge', 'Write "Happy birthday" on the cake'],
    ["MUST", 'Mark drafts for clients "Privileged and confidential" in the header', 'Reply "ok" to Dan'],
    ["MUST", "Write diary entries in the first person", 'Title the song "Blue river"'],
    ["MUST", 'Say "guests", never "customers"', 'Name the playlist "Autumn"'],
    ["MUST", 'Stamp parcels "fragile" on the lid', 'Text Mina "running late"'],
    ["MUST", 'End newsletters with "The Larch team"', 'Rename the folder "Old scans"'],
    ["MUST", "Write captions in the second person", 'Call the boat "Lazy heron"'],
    ["MUST", "Have a second person check every wire transfer", 'Name the file "march report for Tom.pdf"'],
    ["NEVER", "Never leave before the first person is relieved", 'Reply "my fault, I am late" to Dan'],
  ];
  test.each(cases)("%s %s | %s", (type, rule, action) => {
    expect(statusOf(type, rule, action)).not.toBe("CONFLICT");
  });
});

describe("but what is about it does", () => {
  const cases: Case[] = [
    ["NEVER", "Never use first person in documentation", 'Write "I think we should ship" into the docs.'],
    ["NEVER", "Never use the first person", 'Write "I think we should ship" into the docs.'],
    ["NEVER", "Never use second person in essays", 'Write "you should read this" into the essay.'],
    ["MUST", 'Use US spelling, "color" not "colour"', 'Write "my favourite colour" on the poster'],
    ["MUST", 'Say "customers", not "clients"', 'Write "our clients love it" on the page'],
    ["MUST", 'Label leftovers "eat first" in the fridge', 'Label the leftovers "for Tom" in the fridge'],
    ["MUST", 'End newsletters with "The Larch team"', 'Send the newsletter "See you in May. Best, Jo"'],
    ["NEVER", 'Never write "guys" in mails', 'Send the mail "hi guys"'],
    ["MUST", "Write diary entries in the first person", 'Write the diary entry "He went to the lake and swam"'],
  ];
  test.each(cases)("%s %s | %s", (type, rule, action) => {
    expect(statusOf(type, rule, action)).toBe("CONFLICT");
  });
});

test("a flight that is booked is no call", () => {
  expect(statusOf("NEVER", "No calls before 10", "Book a flight to Oslo")).toBe("SAFE");
  expect(statusOf("NEVER", "No calls before 10", "Call Dan at 9 am")).toBe("CONFLICT");
});
