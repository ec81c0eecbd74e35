import { describe, expect, test } from "vitest";
import { rulesOfMarked } from "../support/marked.ts";
import { told } from "../support/told.ts";

/** Of what no word is tagged: a note needs no model. */
describe("an assistant's note about its user", () => {
  test.each([
    ["User prefers concise answers", "PREFER Prefer concise answers"],
    ["User does not want to be contacted on Sundays", "AVOID Avoid contacting me on Sundays"],
    ["The user wants all emails signed 'Best, Ana'", "MUST Have all emails signed 'Best, Ana'"],
    ["User asked never to use yarn", "NEVER Never use yarn"],
    ["User hates long intros", "AVOID Avoid long intros"],
    ["User wants to be called Annie.", "MUST Call me Annie"],
    ["User told me: no meetings on Fridays!", "NEVER No meetings on Fridays"],
    ["User has a strict rule: never force-push.", "NEVER Never force-push"],
    ["User likes the assistant to ask before buying.", "PREFER Try to ask before buying"],
    ["User told the assistant never to store their card number.", "NEVER Never store my card number"],
    ["User hates 'I guess' in answers", "AVOID Avoid 'I guess' in answers"],
  ])("states a rule: %s", (note, rule) => {
    expect(rulesOfMarked(note)).toEqual([rule]);
  });

  test.each([
    "User said the boss never approves",
    "User used to prefer tabs",
    "User's company requires badges",
    "User is thinking of never eating meat again",
    "User asked whether meetings on Fridays are allowed.",
    "User's wife hates long phone calls.",
    "User wants to buy a house next year.",
    "User asked the assistant to book a table for Friday.",
    "User always forgets his umbrella.",
    "User never met his grandfather.",
  ])("tells, and states none: %s", (note) => {
    expect(rulesOfMarked(note)).toEqual([]);
  });

  test("states facts of the user", () => {
    expect(told("User's daughter Mia is allergic to nuts")).toEqual([
      "user parent_of Mia ..",
      "Mia allergic_to nuts ..",
    ]);
    expect(told("User lives in Oslo with his wife Clara.", "The user moved to Bergen in October")).toEqual([
      "Clara married_to user ..",
      "user lives_in Oslo ..2025-10",
      "user lives_in Bergen 2025-10..",
    ]);
  });
});
