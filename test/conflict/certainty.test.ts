import { describe, expect, test } from "vitest";
import { readForCheck } from "../../src/memory/conflict/check.ts";
import type { RuleType } from "../../src/memory/conflict/conflict.ts";
import { lookAtRule } from "../../src/memory/conflict/second-look.ts";

/** That an action is SAFE is certain only where it is named to be another, or does what is asked for: else a model is asked. */

type Row = [rule: string, ...actions: string[]];

const pairs = (rows: readonly Row[]) => rows.flatMap(([rule, ...actions]) => actions.map((action) => [rule, action]));

function isCertain(rule: string, action: string, type: RuleType = "NEVER"): boolean {
  const { verdict, premise } = lookAtRule(readForCheck(action), { type, rule });
  return verdict.status === "SAFE" && premise === undefined;
}

const certain: Row[] = [
  ["Never restart node-1", "Restart node-2", "Restart nodes 2 and 3", "Reboot node-2", "Restart node-2 at 10 pm"],
  ["Never restart node-1 or node-2", "Restart node-3", "Restart nodes 3 and 4"],
  ["Never use Python 2", "Use Python 3", "Install Python 3"],
  ["Never use TLS 1.0 or 1.1", "Use TLS 1.2"],
  ["Never merge PR #12", "Merge PR 13", "I will merge PR 13 now", "Please merge PR 13."],
  ["Never deploy to node-1", "Deploy to node-2"],
  ["Never push to main", "Push to develop", "Push to hotfix-12", "Pull from main"],
];

const uncertain: Record<string, Row[]> = {
  "of a list each is meant": [
    ["Never restart node-1 or node-2", "Restart node-1", "Restart node-2"],
    ["Never restart node-1 and node-2", "Restart node-1", "Restart node-2"],
    ["Never restart node-1, node-2 or node-3", "Restart node-1", "Restart node-2", "Restart node-3"],
    ["Never touch node-1 through node-5", "Touch node-1", "Touch node-3", "Touch node-5", "Touch node-7"],
    ["Never use Python 2 or Python 3.6", "Use Python 2", "Use Python 3.6"],
    ["Never restart node-1 while node-2 is down", "Restart node-1"],
    ["Never copy data from db1 to db2", "Copy db1 into db2"],
    ["Never merge PR #12 and PR #13 together", "Merge PR #12"],
  ],
  "more is meant than what is numbered": [
    [
      "Never restart node-1",
      "Restart node-0 through node-3",
      "Restart nodes 0..3",
      "Restart nodes 0 up to 3",
      "Restart node 0 and up",
      "Restart node-2 and the rest",
      "Restart nodes 0 — 3",
      "Restart nodes 2, 3, ... and 1",
      "Restart nodes 2 3 1",
      "Restart nodes 2,1",
      'Restart node-2 and "node-1"',
      "Restart node-2 and it",
      "Restart node-2 and all the others",
      "Restart node-2 and its sibling",
      "Restart node-2 and the primary",
      "Restart node-2 and node one",
      "Restart everything except node-2",
      "Restart all but node-2",
      "Restart the whole cluster, node-2 first",
      "Restart node-2, then the one before it",
    ],
    [
      "Never delete invoice 5",
      "Delete invoices #1-#9",
      "Delete invoices 1 up to 9",
      "Delete invoices before invoice 9",
    ],
    [
      "Never open port 22",
      "Open all ports except 443",
      "Open ports 20..25",
      "Open ports 21,22",
      "Open ports 22,443",
      "Open SSH next to port 443",
    ],
    ["Never delete invoice 1,000", "Delete invoice 1000"],
    ["Never use TLS 1.1 or older", "Use TLS 1.0", "Use TLS 1.1"],
    ["Never use Node 16 or older", "Run it on Node 12"],
    ["Never restart node-1 or any other node", "Restart node-2"],
    ["Never reopen issue #12 and its duplicates", "Reopen issue #15, a duplicate of it"],
  ],
  "a wildcard is any of them": [
    ["Never retry status 4xx", "Retry status 404"],
    ["Never return status 5xx to clients", "Return status 503 to clients"],
    ["Never use Python 2.x", "Use Python 3"],
    ["Never use Python 2.*", "Use Python 3"],
    ["Never return status 404", "Return status 4xx"],
  ],
  "what has a number is an example": [
    ...["including", "especially", "particularly", "notably", "let alone", "e.g."].map((such): Row => [
      `Never restart database nodes, ${such} node-1`,
      "Restart database node-2",
    ]),
    ["Never restart production nodes (e.g. node-1)", "Restart production node-2"],
    ["Never open privileged ports: port 22", "Open port 23", "Open privileged port 23"],
    ["Never push to branches including main", "Push to develop"],
  ],
  "a list is open": [
    ...["or similar", "and so on", "or the like", "and such", "and on"].flatMap((more): Row[] => [
      [`Never open port 22 ${more}`, "Open port 23"],
      ["Never restart node-1", `Restart node-2 ${more}`],
      [`Never push to main ${more}`, "Push to develop"],
      ["Never push to main", `Push to develop ${more}`],
    ]),
    ["Never open ports around port 22", "Open port 23"],
    ["Never open ports at or near port 22", "Open port 23"],
    ["Never restart node-1 or a replica", "Restart node-2"],
    ["Never restart node-1 or the second node", "Restart node-2"],
    ["Never restart from node-1 to node-5", "Restart node-3"],
    ["Never restart node-1", "Restart node-2 and the second", "Restart node-2 and today's", "Restart node-2, ..."],
  ],
  "a place may be told in other words": [
    ["Never commit secrets to the repository", "Commit the API key to git", "Commit the API key to develop"],
    ["Never commit secrets to main", "Commit the API key to develop"],
    ["Never commit passwords to git", "Commit the password to GitHub", "Commit the password to the repository"],
    ["Never merge to the release branch", "Merge to release/2.0"],
    [
      "Never push to main",
      "Push straight to the branch that everyone deploys from",
      "Push to the mainline",
      "Push to trunk",
      "Push to origin",
      "Push to upstream",
      "Push to the remote",
      "Push to HEAD",
      "Push to GitHub",
      "Push to the repo",
      "Push to the protected branch",
      "Push to develop and the mainline",
      "git push --mirror origin develop",
      "Push to develop, then to the default branch",
    ],
    ["Never push to production", "Push to the live servers"],
  ],
  "another step may do what the opposite does not": [
    [
      "Never push to main",
      "Pull main, fix the bug and upload it straight to the trunk of GitHub",
      "Pull main, change it and update origin",
      "Fetch main, then overwrite the remote branch with it",
    ],
    ["Never lock the account", "Unlock the account, then block it again"],
    ["Never disable the firewall", "Enable the firewall but let everything through"],
    ["Never upload the customer list", "Download the customer list and put it on Dropbox"],
  ],
};

test.each(pairs(certain))("%s | %s: no model is asked", (rule, action) => {
  expect(isCertain(rule!, action!)).toBe(true);
});

describe.each(Object.entries(uncertain))("%s", (_, rows) => {
  test.each(pairs(rows))("%s | %s", (rule, action) => {
    expect(isCertain(rule!, action!)).toBe(false);
  });
});

describe("a duty", () => {
  test.each([
    ["Return the keys to the safe after the shift", "Return the keys to the safe after the shift"],
    ["Run the tests before you deploy", "Run the tests, then deploy"],
    ["Ask the landlord before you paint the walls", "Ask the landlord, then paint the walls"],
    ["Answer complaints within two days", "Answer the complaint within a day"],
    ["Store the wine below 15 degrees", "Store the wine at 12 degrees"],
    ["Water the lawn after 8 pm", "Water the lawn at 9 pm"],
    ["Water the plants once a week", "Water the plants every week"],
    ["Back up the database every week", "Back up the database every day"],
    ['End letters with "Yours, Mia"', 'End the letter without delay with "Yours, Mia"'],
    ['Open calls with "Cairn support"', 'Open the call with "Cairn support", never mind the hour'],
  ])("is certain to be met: %s | %s", (rule, action) => {
    expect(isCertain(rule, action, "MUST")).toBe(true);
  });

  test.each([
    ["All keys are returned to the safe after the shift", "Leave the keys in the drawer after the shift"],
    ["A spare seat is offered to the first on the list", "Offer the spare seat to the last on the list"],
    ["Every parcel is weighed before its label is printed", "Print the label of the parcel, then weigh it"],
    ["The heater is off while the window is open", "Leave the heater on while the window is open"],
    ["A refusal names its reason", "Refuse without naming the reason"],
  ])("whose verb is not read may be broken: %s | %s", (rule, action) => {
    expect(isCertain(rule, action, "MUST")).toBe(false);
  });

  test.each([
    ["Write the total in the last row", "Write the total in the first row"],
    ["Close both valves", "Close one of the valves"],
    ["Use the same glaze on the lid as on the pot", "Use another glaze on the lid than on the pot"],
    ["Refund only orders of this month", "Refund an order of last year"],
    ['Sign the mail with "Your night shift"', 'Send the mail without "Your night shift"'],
    ['End letters with "Yours, Mia"', 'Send the letter without ending it with "Yours, Mia"'],
    ['End letters with "Yours, Mia"', 'Skip the "Yours, Mia" in the letter'],
  ])("may turn on a word that is not read: %s | %s", (rule, action) => {
    expect(isCertain(rule, action, "MUST")).toBe(false);
  });

  test.each([
    ["Give the insulin once a day", "Give the insulin twice a day"],
    ["Take the pill once a day", "Take the pill four times a day"],
    ["Water the plants once a week", "Water the plants three times a week"],
    ["Keep the build below ten minutes", "Add the whole browser suite to the build"],
    ["Dig the holes at least 40 cm deep", "Scratch shallow holes"],
    ["Ventilate the hall for at least ten minutes", "Ventilate the hall briefly"],
    ["Lower the flag by 6 pm", "Lower the flag"],
    [
      "Any payment above 300 euros needs a countersignature",
      "Make the payment of 450 euros without a countersignature",
    ],
    ["Put the parasol up when it is 25 degrees or more", "It is 30 degrees; no parasol"],
    ["Book the hall two weeks before the wedding", "Book the hall on the day of the wedding"],
    ["Book the hall at least two weeks before the wedding", "Book the hall on the day of the wedding"],
  ])("of a bound that nothing is held against may be broken: %s | %s", (rule, action) => {
    expect(isCertain(rule, action, "MUST")).toBe(false);
  });
});
