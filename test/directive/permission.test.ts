import { describe, expect, test } from "vitest";
import { rulesOfMarked as rulesOf } from "../support/marked.ts";

/** What is permitted is neither asked for nor banned, whatever the model takes it for; what is excepted from it is banned. */

describe("a permission is no rule", () => {
  test.each([
    "{NEVER Sarcasm} is okay {... in retro notes}.",
    "{PREFER Cash payments} are ok {... for small repairs}.",
    "{AVOID Early trains} are fine if they're {... direct}.",
    "{NEVER Candles} are perfectly alright {... on the terrace}.",
    "{NEVER Dogs} are welcome {... in the front office}.",
    "I'm fine with {AVOID long replies} on Sundays.",
    "It's fine to {MUST skip the summary} when the meeting was short.",
    "You may {MUST quote me in the newsletter}.",
    "From now on you can {MUST use my first name in chats}.",
    "You're free to {MUST rearrange the shelves}.",
    "{MUST Refunds up to 30 euros} you can approve yourself.",
    "{NEVER Small repairs} you can order yourself, {NEVER don't wait for me}.",
    "You can {MUST order the flour}. No need to {NEVER ask me}.",
    "{NEVER Loud music} is okay until ten.",
  ])("%s", (message) => {
    expect(rulesOf(message)).toEqual([]);
  });

  test.each([
    ["{NEVER Emojis} are not fine in {... minutes}.", "NEVER Do not use emojis in minutes"],
    ["{NEVER Latin} is only allowed {... in footnotes}.", "MUST Latin is only allowed in footnotes"],
    ["You may {MUST only book a taxi after midnight}.", "MUST Only book a taxi after midnight"],
    ["You may not {NEVER share my number}.", "NEVER Do not share my number"],
    ["No {NEVER phones are allowed at dinner}.", "NEVER No phones are allowed at dinner"],
    ["{MUST Check invoices are okay} {... before you send them}.", "MUST Check invoices are okay before you send them"],
    ["{MUST Book hotels you can reach on foot}.", "MUST Book hotels you can reach on foot"],
    ["Tea is fine, but {NEVER never serve coffee after six}.", "NEVER Never serve coffee after six"],
    ["You can {MUST leave the wiring to me}.", "MUST Leave the wiring to me"],
    ["{MUST Call me Al}, you can ask my wife.", "MUST Call me Al"],
    ["I'm fine with any format so long as {PREFER the month is a word}.", "PREFER Prefer that the month is a word"],
    ["{PREFER Sunny rooms for my aunt}, whenever you can.", "PREFER Prefer Sunny rooms for my aunt"],
    ["You could {MUST water the ferns on Mondays}.", "MUST Water the ferns on Mondays"],
  ])("but a rule is one: %s", (message, ...rules) => {
    expect(rulesOf(message)).toEqual(rules);
  });
});

describe("what is excepted from a permission is banned", () => {
  test.each([
    ["You can {MUST whistle in the workshop, just not in the chapel}.", "NEVER Do not whistle in the chapel"],
    ["You may {NEVER reuse last year's menu, just not the starters}.", "NEVER Do not reuse the starters"],
    ["{NEVER Nicknames are fine in chats, but not in letters}.", "NEVER Do not use nicknames in letters"],
    ["{NEVER Swearing} is okay, just not {... in front of guests}.", "NEVER Do not swear in front of guests"],
    ["{NEVER Magic numbers are fine in a spike, never outside}.", "NEVER Do not use magic numbers outside"],
    ["{NEVER Pets} are welcome except {... on the second floor}.", "NEVER Do not use pets on the second floor"],
  ])("%s", (message, ...rules) => {
    expect(rulesOf(message)).toEqual(rules);
  });

  test("but not what is excepted for once", () => {
    expect(rulesOf("You can use my desk, just not today.")).toEqual([]);
  });
});
