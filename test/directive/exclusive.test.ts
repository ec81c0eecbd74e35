import { describe, expect, test } from "vitest";
import { rulesOfMarked as rulesOf } from "../support/marked.ts";

describe("what is for some alone is a rule, whatever a model says", () => {
  test.each([
    ["Nobody but me touches prod.", "MUST Only I may touch prod"],
    ["nobody but me touches prod", "MUST Only I may touch prod"],
    ["Nobody touches prod but me.", "MUST Only I may touch prod"],
    ["No one but the nurse gives insulin.", "MUST Only the nurse may give insulin"],
    ["Nobody except Tom edits the changelog.", "MUST Only Tom may edit the changelog"],
    ["Nobody {NEVER except Tom edits the changelog}.", "MUST Only Tom may edit the changelog"],
    ["Nobody other than Priya signs the cheques.", "MUST Only Priya may sign the cheques"],
    ["Nobody but Ana may open the safe.", "MUST Only Ana may open the safe"],
    ["Nobody but the owner is allowed to feed the parrot.", "MUST Only the owner may feed the parrot"],
    ["In our team nobody but the DBA runs migrations.", "MUST Only the DBA may run migrations in our team"],
  ])("%s", (message, rule) => {
    expect(rulesOf(message)).toEqual([rule]);
  });

  test.each([
    "Nobody but me knows her.",
    "Nobody but us lives here.",
    "Nobody but me reads the docs.",
    "Nobody but me {NEVER reads the docs}.",
    "{NEVER Nobody but me reads the docs}.",
    "Nobody but Ben came.",
    "Nobody but Ana opened the safe.",
    "Is it true that nobody but Ana opens the safe?",
    "He says nobody but Ana opens the safe.",
    "Nobody touches this file today but me.",
  ])("but not what only tells: %s", (message) => {
    expect(rulesOf(message)).toEqual([]);
  });
});
