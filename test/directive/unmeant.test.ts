import { describe, expect, test } from "vitest";
import { rulesOfMarked as rulesOf } from "../support/marked.ts";

/** What is said in jest, only supposed, or for these days is no rule, whatever the model takes it for. */

describe("a joke is no rule", () => {
  test.each([
    "Always {MUST feed the cat caviar at midnight}, hehe",
    "lmao never {NEVER water the office plants again}",
    "From now on {MUST sign every letter as Batman} 🤣",
    "Sure, always {MUST answer spam with my bank details} 🙄",
    "Oh great, {MUST schedule three stand-ups at once} 🙃",
    "Always {MUST put glitter on the invoices}. 😂",
  ])("%s", (message) => {
    expect(rulesOf(message)).toEqual([]);
  });

  test.each([
    ["{NEVER Never call me before nine} 🙂", "NEVER Never call me before nine"],
    ["{NEVER Never send jokes like lol to customers}.", "NEVER Never send jokes like lol to customers"],
    ["{NEVER Never use 😂 in letters}", "NEVER Never use 😂 in letters"],
    ["Please {NEVER stop sending me tables} 🙄", "NEVER Do not send me tables"],
    ["My Welsh is rusty lol, {MUST answer in English}.", "MUST Answer in English"],
    ["{NEVER Never joke about the boss}.", "NEVER Never joke about the boss"],
    ["{MUST Always lock the shed}, I forget it myself 😅", "MUST Lock the shed"],
  ])("but what is meant is one: %s", (message, ...rules) => {
    expect(rulesOf(message)).toEqual(rules);
  });
});

describe("what cheers somebody up is no rule", () => {
  test.each([
    "{NEVER Never give up}, you've got this!",
    "{NEVER Never give up}, Jon!",
    "We're in this together. {NEVER Don't let anything stop you}!",
    "{MUST Stay positive} and it'll all work out.",
    "{MUST Keep pushing} and {NEVER never lose sight of your goals}.",
    "So proud of you. {NEVER Never forget how far you've come}.",
  ])("%s", (message) => {
    expect(rulesOf(message)).toEqual([]);
  });

  test.each([
    ["{NEVER Never give up the table by the window}.", "NEVER Never give up the table by the window"],
    ["{MUST Stay in German with me}.", "MUST Stay in German with me"],
    [
      "{NEVER Don't let anything leave the shop without a label}.",
      "NEVER Do not let anything leave the shop without a label",
    ],
    ["Never {MUST forget to lock the shed}.", "MUST Lock the shed"],
    ["{NEVER Never forget your licence header} in new files.", "NEVER Never forget your licence header"],
    ["{NEVER Don't let anyone get into the staging cluster}.", "NEVER Do not let anyone get into the staging cluster"],
    ["{NEVER Don't let it get above 80 columns}.", "NEVER Do not let it get above 80 columns"],
    ["{MUST Stay focused on the question when you answer me}.", "MUST Stay focused on the question when you answer me"],
    ["From now on {MUST keep trying failed requests three times}.", "MUST Keep trying failed requests three times"],
    ["{NEVER Never give up on a flaky test}.", "NEVER Never give up on a flaky test"],
  ])("but what only begins like it is one: %s", (message, ...rules) => {
    expect(rulesOf(message)).toEqual(rules);
  });
});

describe("what is only supposed is no rule", () => {
  test.each(["I wish you never {NEVER stopped writing haikus}.", "If only you never {NEVER forgot the milk}."])(
    "%s",
    (message) => {
      expect(rulesOf(message)).toEqual([]);
    },
  );

  test.each([
    ["I wish to {MUST always get receipts as PDF}.", "MUST Get receipts as PDF"],
    ["If only one page is missing, {MUST scan it twice}.", "MUST Scan it twice if only one page is missing"],
    ["I wish you would {MUST answer in Welsh}.", "MUST Answer in Welsh"],
  ])("but a wish for something is one: %s", (message, ...rules) => {
    expect(rulesOf(message)).toEqual(rules);
  });
});

describe("what is said for these days is no rule", () => {
  test.each([
    "The lift is broken so {NEVER no deliveries to the third floor} today.",
    "My sister is here, so no {NEVER early alarms} this week.",
    "For now, no {NEVER calls before noon}.",
    "{MUST Park in the yard} tonight.",
  ])("%s", (message) => {
    expect(rulesOf(message)).toEqual([]);
  });

  test.each([
    ["The nursery closes at five so no {NEVER meetings after four}.", "NEVER No meetings after four"],
    [
      "{MUST Start the weekly report with this week's numbers}.",
      "MUST Start the weekly report with this week's numbers",
    ],
    ["{MUST Paginate lists}, even if there are only ten rows today.", "MUST Paginate lists"],
    ["From today on, no {NEVER calls before noon}.", "NEVER No calls before noon"],
    ["Always {MUST tell me what is on today}.", "MUST Tell me what is on today"],
  ])("but what lasts is one: %s", (message, ...rules) => {
    expect(rulesOf(message)).toEqual(rules);
  });
});
