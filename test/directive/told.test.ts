import { describe, expect, test } from "vitest";
import { rulesOfMarked as rulesOf } from "../support/marked.ts";

describe("what tells of somebody's work or days is no rule", () => {
  test.each([
    "I run a bakery, we do {MUST wedding cakes and catering for offices}.",
    "We do {MUST route planning for couriers}.",
    "I do {MUST night shifts and weekend cover for farms}.",
    "I teach two classes: {MUST pottery on Mondays, glazing on Wednesdays}.",
    "My week: {MUST mornings at uni, evenings at the gym}.",
    "My shifts: {MUST nights at the hospital, days at the hospice}.",
    "Hi, I'm Bo. My days: {MUST school run at eight, clinic in between, choir late}.",
    "Karin is {MUST selling the flat next spring}, buying a boat.",
    "My sister is {MUST moving to Brno in spring}.",
    "They are {MUST replacing the old billing service}.",
    "We {MUST make saddles in the back room}.",
    "We {MUST design logos for bakeries in the upstairs studio}.",
    "We {MUST test pumps in the yard}.",
    "Standup is {MUST at 9:30} every day.",
    "The rent is due on {MUST the 1st of each month}.",
    "He is redirected and {NEVER never sees the form} again.",
    "I {MUST repair pianos} in an old church.",
    "We {MUST roast coffee in the garage} and sell beans online.",
  ])("%s", (message) => {
    expect(rulesOf(message)).toEqual([]);
  });

  test.each([
    ["We do {MUST code reviews before merging}, always.", "MUST Code reviews before merging"],
    ["My week: {MUST meetings in the morning only}.", "MUST Use meetings in the morning only for My week"],
    ["My letters: {MUST large print, wide margins}.", "MUST Large print, wide margins"],
    ["Our policy is {MUST leaving the keys with the porter}.", "MUST Leave the keys with the porter"],
    ["We {MUST test releases in staging}.", "MUST Test releases in staging"],
    ["We {MUST test every pump in the yard}.", "MUST Test every pump in the yard"],
    ["We {MUST write commit messages in English}.", "MUST Write commit messages in English"],
    ["We {MUST store the keys in the shed}.", "MUST Store the keys in the shed"],
    ["{MUST Deploys are on Tuesdays only}.", "MUST Deploys are on Tuesdays only"],
    ["I told you: no meetings on Fridays!", "NEVER No meetings on Fridays"],
    ["Please do {MUST the invoices in blue ink}.", "MUST The invoices in blue ink"],
    ["We are {MUST writing dates as day month year} here.", "MUST Write dates as day month year"],
  ])("but a rule is one: %s", (message, ...rules) => {
    expect(rulesOf(message)).toEqual(rules);
  });
});
