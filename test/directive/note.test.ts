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

  test("whose words the model picks becomes a sentence", () => {
    expect(rulesOfMarked("I do not want to be {NEVER contacted on Sundays}")).toEqual([
      "NEVER Do not contact me on Sundays",
    ]);
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
    "User does not want kids.",
    "User has many posts. Always eager load them.",
    "User has a profile picture. Do not load it twice.",
    "User is an enum, never compare it with ==",
    "User wants a landing page. No animations, use Tailwind.",
    "User asked for a poem about rain. No rhymes.",
    "User is working on a React app. Do not use class components.",
    "User likes to be greeted by name on the home page",
    "User doesn't want to see deleted items",
    "User manages the servers. They need to be patched on Sundays.",
    "The user wants to be notified when the build fails",
    "The user expects results to be sorted",
    "The user is offline. Their changes must be kept.",
  ])("tells, and states none: %s", (note) => {
    expect(rulesOfMarked(note)).toEqual([]);
  });

  test("needs a model for what is no wish", () => {
    expect(rulesOfMarked("User is shy; no calls.")).toEqual([]);
    expect(rulesOfMarked("User doesn't want to be called.")).toEqual(["AVOID Avoid calling me"]);
  });

  test.each([
    ["User is married to Tom, who works at Google.", ["user married_to Tom .."]],
    ["User's mom is a nurse. She hates phones.", ["my mom works_as nurse ..", "my mom dislikes phones .."]],
    ["User's wife, Eva, hates seafood.", ["Eva married_to user ..", "Eva dislikes seafood .."]],
    ["User lives with their wife, Eva, hates seafood.", ["Eva married_to user .."]],
    ["User likes a detective who drinks and hates cats.", ["user likes detective .."]],
    ["User has a dog. He hates baths.", []],
    ["User has two cats. They hate dry food.", []],
  ])("states no fact of others as the user's: %s", (note, facts) => {
    expect(told(note)).toEqual(facts);
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
