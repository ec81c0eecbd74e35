import { describe, expect, test } from "vitest";
import { actionCharsMax } from "../../src/memory/conflict/check.ts";
import type { Rule, RuleType, Status } from "../../src/memory/conflict/conflict.ts";
import { halves, none, totalsOf, unworked } from "../eval/conflicts.ts";
import { checkAction } from "./check-action.ts";

type Case = [type: RuleType, rule: string, action: string, status: Status];

const cases: Record<string, Case[]> = {
  order: [
    ["MUST", "Always run the tests before deploy.", "Run the tests, then deploy.", "SAFE"],
    ["MUST", "Always run the tests before deploy.", "Deploy without running the tests.", "CONFLICT"],
    ["MUST", "Always run the tests before deploy.", "Deploy first, and run the tests afterwards.", "CONFLICT"],
    ["MUST", "Always run the tests before deploy.", "Deploy the gateway.", "WARNING"],
    ["MUST", "Always run the tests before deploy.", "deploy w/o tests", "CONFLICT"],
    ["MUST", "Always run the tests before deploy.", "Deploy w/o running the tests.", "CONFLICT"],
    ["NEVER", "Never deploy w/o tests.", "Deploy w/o tests.", "CONFLICT"],
    ["NEVER", "Never deploy w/o tests.", "Deploy w/ tests.", "SAFE"],
    ["MUST", "Always run the tests before deploy.", "Deploy — tests skipped.", "CONFLICT"],
    ["MUST", "Always run the tests before deploy.", "Deploy – tests skipped.", "CONFLICT"],
    ["MUST", "Always run the tests before deploy.", "Run the tests — then deploy.", "SAFE"],
    ["NEVER", "Never salt the steak before searing it.", "Sear the steak, then salt it.", "SAFE"],
    ["MUST", "Rinse the lentils, then boil them.", "Boil the lentils, then rinse them.", "CONFLICT"],
    ["MUST", "Rinse the lentils, then boil them.", "Rinse the lentils and boil them.", "SAFE"],
    [
      "MUST",
      "Use up the old paint before you open a new tin.",
      "Open a new tin before you use up the old one.",
      "WARNING",
    ],
    ["MUST", "Use up the old paint before you open a new tin.", "Use up the old paint, then open a new tin.", "SAFE"],
    ["MUST", "Close a task before starting the next.", "Start the next task before closing the old one.", "CONFLICT"],
    ["MUST", "Close a task before starting the next.", "Close the task, then start the next.", "SAFE"],
    ["MUST", "Make a copy of the key before you lend it.", "Lend the key and make a copy afterwards.", "CONFLICT"],
    ["MUST", "Make a copy of the key before you lend it.", "Make a copy of the key, then lend it.", "SAFE"],
    ["MUST", "Shake the bottle once before opening it.", "Open the bottle before shaking it.", "CONFLICT"],
    ["MUST", "Shake the bottle once before opening it.", "Shake the bottle once, then open it.", "SAFE"],
    [
      "MUST",
      "Bring the left rail up before you take the right one down.",
      "Take the right rail down before you bring the left one up.",
      "CONFLICT",
    ],
    [
      "MUST",
      "Bring the left rail up before you take the right one down.",
      "Bring the left rail up, then take the right one down.",
      "SAFE",
    ],
  ],
  objects: [
    ["NEVER", "Never use yarn.", "Use npm.", "SAFE"],
    ["NEVER", "Never use yarn.", "Use yarn instead of npm.", "CONFLICT"],
    ["NEVER", "Never use yarn.", "Use npm instead of yarn.", "SAFE"],
    ["NEVER", "Never delete production data.", "Delete the staging data.", "SAFE"],
    ["NEVER", "Never delete production data.", "Delete the data.", "WARNING"],
  ],
  numbers: [
    ["NEVER", "Never restart node-1.", "Restart node-1.", "CONFLICT"],
    ["NEVER", "Never restart node-1.", "Restart node 1.", "CONFLICT"],
    ["NEVER", "Never restart node-1.", "Restart node1.", "CONFLICT"],
    ["NEVER", "Never restart node-1.", "Restart node-2.", "SAFE"],
    ["NEVER", "Never restart node-1.", "Restart node 3.", "SAFE"],
    ["NEVER", "Never restart node-1.", "Restart node-2 and node-1.", "CONFLICT"],
    ["NEVER", "Never restart node-1.", "Restart nodes 2 and 3.", "SAFE"],
    ["NEVER", "Never restart node-1.", "Restart nodes 1 to 3.", "CONFLICT"],
    ["NEVER", "Never restart node-1.", "Restart the node.", "WARNING"],
    ["NEVER", "Never restart node-1.", "Restart 3 nodes.", "WARNING"],
    ["NEVER", "Never restart node-1.", "Restart all nodes.", "CONFLICT"],
    ["NEVER", "Never restart any node except node-1.", "Restart node-2.", "CONFLICT"],
    ["NEVER", "Never restart node-1 more than twice.", "Restart node-1 5 times.", "CONFLICT"],
    ["NEVER", "Never restart more than 2 servers.", "Restart 3 servers.", "CONFLICT"],
    ["NEVER", "Never touch server db-1.", "Touch server db-2.", "SAFE"],
    ["NEVER", "Never push to release-1.0.", "git push origin release-2.0", "SAFE"],
    ["NEVER", "Never push to release-1.0.", "git push origin release-1.0", "CONFLICT"],
    ["NEVER", "Never delete release-2026-11-22.", "Delete release-2026-11-21.", "SAFE"],
    ["NEVER", "Never use Python 2.", "Use Python 3.", "SAFE"],
    ["NEVER", "Never use Python 2.", "Use Python 2.7.", "CONFLICT"],
    ["NEVER", "Never use Node 18.", "Use Node v18.2.", "CONFLICT"],
    ["NEVER", "Never use Node v18.", "Use Node 18.", "CONFLICT"],
    ["NEVER", "Never use Node 18.", "Use Node v20.", "SAFE"],
    ["NEVER", "Never use Python 3.11.", "Use python3.12.", "SAFE"],
    ["NEVER", "Never ship v2.", "Ship version 2.", "CONFLICT"],
    ["NEVER", "Never ship v2.", "Ship v3.", "SAFE"],
    ["NEVER", "Never open port 80.", "Open ports 8080 and 80.", "CONFLICT"],
    ["NEVER", "Never merge PR #12.", "Merge PR 13.", "SAFE"],
    ["NEVER", "Never order a pizza 3 days in a row.", "Order a pizza 4 days in a row.", "CONFLICT"],
    ["MUST", "Back up node-1 before you restart it.", "Back up node-2, then restart node-1.", "WARNING"],
    ["MUST", "Ask before you touch db-1.", "Touch db-2.", "SAFE"],
  ],
  "lists of numbers": [
    ["NEVER", "Never restart node-1 or node-2.", "Restart node-1.", "CONFLICT"],
    ["NEVER", "Never restart node-1 or node-2.", "Restart node-2.", "CONFLICT"],
    ["NEVER", "Never restart node-1 or node-2.", "Restart node-3.", "SAFE"],
    ["NEVER", "Never restart node-1 and node-2.", "Restart node-1.", "CONFLICT"],
    ["NEVER", "Never restart nodes 1 and 2.", "Restart node-2.", "CONFLICT"],
    ["NEVER", "Never restart node-1, node-2 or node-3.", "Restart node-1.", "CONFLICT"],
    ["NEVER", "Never restart node-1, node-2 or node-3.", "Restart node-3.", "CONFLICT"],
    ["NEVER", "Never use Python 2 or Python 3.6.", "Use Python 2.", "CONFLICT"],
    ["NEVER", "Never touch account 1 or account 2.", "Touch account 2.", "CONFLICT"],
    ["NEVER", "Never use both Python 2 and Python 3.", "Use Python 2.", "SAFE"],
    ["NEVER", "Never restart node-1 while node-2 is down.", "Restart node-1.", "WARNING"],
    ["NEVER", "Never copy data from db1 to db2.", "Copy data from db1 to db3.", "SAFE"],
  ],
  ranges: [
    ...[
      "nodes 0 to 3",
      "nodes 0-3",
      "nodes 0–3",
      "nodes 0 — 3",
      "nodes 0..3",
      "nodes 0 up to 3",
      "nodes 0 until 3",
      "nodes 3 down to 0",
      "nodes 2 -> 0",
      "nodes 2, 3, ... and 1",
      "nodes #0-#3",
      "nodes 2 => 0",
      "nodes 2,1",
      "node-0 through node-3",
      "node-0 to node-3",
      "node-2 through to node-0",
      "node0-node3",
      "node-2 and all the others",
    ].map((nodes): Case => ["NEVER", "Never restart node-1.", `Restart ${nodes}.`, "CONFLICT"]),
    ...[
      "node 0 and up",
      "nodes 0+",
      "node-2 and the rest",
      "nodes 0 or higher",
      "nodes 4 to 6",
      "nodes 2 and the other ones",
    ].map((nodes): Case => ["NEVER", "Never restart node-1.", `Restart ${nodes}.`, "WARNING"]),
    ["NEVER", "Never delete invoice 5.", "Delete invoices #1-#9.", "CONFLICT"],
    ["NEVER", "Never delete invoice 5.", "Delete invoices 1 up to 9.", "CONFLICT"],
    ["NEVER", "Never touch node-1 through node-5.", "Touch node-1.", "CONFLICT"],
    ["NEVER", "Never touch node-1 through node-5.", "Touch node-3.", "CONFLICT"],
    ["NEVER", "Never touch node-1 through node-5.", "Touch node-5.", "CONFLICT"],
    ["NEVER", "Never touch node-1 through node-5.", "Touch node-7.", "WARNING"],
    ["NEVER", "Never edit lines 5 to 15.", "Edit line 10.", "CONFLICT"],
    ["NEVER", "Never edit lines 5 to 15.", "Edit line 20.", "WARNING"],
    ["NEVER", "Never use TLS 1.1 or older.", "Use TLS 1.0.", "WARNING"],
    ["NEVER", "Never restart node-1 or any other node.", "Restart node-2.", "WARNING"],
    ["NEVER", "Never use TLS 1.0 to 1.2.", "Use TLS 1.1.", "WARNING"],
  ],
  branches: [
    ["NEVER", "Never push to main.", "Push to develop.", "SAFE"],
    ["NEVER", "Never push to main.", "Push to develop and main.", "CONFLICT"],
    ["NEVER", "Don't push to main on Fridays.", "Push to develop on Friday.", "SAFE"],
    ["NEVER", "Don't push to main on Fridays.", "Pull from main on Friday.", "SAFE"],
    ["NEVER", "Don't push to main on Fridays.", "Pull main on Friday, then push to main.", "CONFLICT"],
  ],
  mentions: [
    ["NEVER", "Never use yarn.", "Explain why we never use yarn.", "SAFE"],
    ["NEVER", "Never use yarn.", "Remove yarn from the project.", "SAFE"],
    ["NEVER", "Never use yarn.", "Uninstall yarn.", "SAFE"],
    ["NEVER", "Never force-push to develop.", "Why is it forbidden to force-push to develop?", "SAFE"],
    ["NEVER", "Never force-push to develop.", "Can I force-push to develop?", "CONFLICT"],
  ],
  exceptions: [
    ["NEVER", "Never push to main unless it's a hotfix.", "Push the hotfix to main.", "SAFE"],
    ["NEVER", "Never push to main unless it's a hotfix.", "Push the new feature to main.", "CONFLICT"],
    ["NEVER", "Never use the fire exit unless there is a fire.", "Use the fire exit to get out faster.", "CONFLICT"],
    [
      "NEVER",
      "Never ship on weekends unless the engineer agrees.",
      "Ship on Saturday, the engineer has agreed.",
      "SAFE",
    ],
    ["NEVER", "Never ship on weekends unless the engineer agrees.", "Ship on Saturday.", "CONFLICT"],
  ],
  limits: [
    ["NEVER", "Never retry a request more than 3 times.", "Retry the request 3 times.", "SAFE"],
    ["NEVER", "Never retry a request more than 3 times.", "Retry the request five times.", "CONFLICT"],
    ["MUST", "Keep summaries below 200 words.", "Write a summary that fills three pages.", "CONFLICT"],
    ["NEVER", "Never water the cactus more than once a week.", "Water the cactus every day.", "CONFLICT"],
    ["MUST", "Review the budget every quarter.", "Review the budget once a year.", "CONFLICT"],
    ["NEVER", "Never delete backups younger than 30 days.", "Delete the backup although it is 7 days old.", "CONFLICT"],
    ["NEVER", "Never delete backups younger than 30 days.", "Delete some of the backups.", "WARNING"],
    ["NEVER", "Never drive faster than 120.", "Drive at 150 km/h.", "CONFLICT"],
    ["NEVER", "No meetings longer than an hour.", "Hold the meeting from 2 pm to 4 pm.", "CONFLICT"],
    [
      "NEVER",
      "Never move a wedding within 30 days of its date.",
      "Move the wedding a week before its date.",
      "CONFLICT",
    ],
    [
      "NEVER",
      "Never move a wedding within 30 days of its date.",
      "Move the wedding three months before its date.",
      "SAFE",
    ],
    ["NEVER", "No drones within 100 metres of the runway.", "Fly the drone 40 metres from the runway.", "CONFLICT"],
    ["NEVER", "No drones within 100 metres of the runway.", "Fly the drone 3 kilometres from the runway.", "SAFE"],
    ["NEVER", "No drones within 100 metres of the runway.", "Fly the drone 100 metres from the runway.", "SAFE"],
    [
      "NEVER",
      "Do not eat within two hours before the blood test.",
      "Eat half an hour before the blood test.",
      "CONFLICT",
    ],
    ["NEVER", "Do not eat within two hours before the blood test.", "Eat five hours before the blood test.", "SAFE"],
    [
      "NEVER",
      "Fly without a permit within 5 km of the airport",
      "Fly without a permit 2 km from the airport.",
      "CONFLICT",
    ],
    [
      "NEVER",
      "Fly an unmarked drone within 5 km of the airport",
      "Fly the unmarked drone 2 km from the airport.",
      "CONFLICT",
    ],
    ["MUST", "Return the form within two weeks.", "Return the form within a week.", "SAFE"],
    ["MUST", "Return the form within two weeks.", "Return the form after a month.", "CONFLICT"],
    ["NEVER", "Never open port 22 to the world.", "Open port 443 to the world.", "SAFE"],
    ["PREFER", "Trains for anything above 200 km.", "Take the train for the 480 km to Munich.", "SAFE"],
  ],
  times: [
    ["NEVER", "No deploys on Fridays.", "Deploy on Friday evening.", "CONFLICT"],
    ["NEVER", "No deploys on Fridays.", "Deploy on Monday.", "SAFE"],
    ["NEVER", "No deploys on Fridays.", "Deploy tomorrow.", "WARNING"],
    [
      "NEVER",
      "Never run the washing machine after 10 pm.",
      "Run the washing machine at half past ten at night.",
      "CONFLICT",
    ],
    ["MUST", "Hand in the time sheet by 5 pm.", "Hand in the time sheet at 6 pm.", "CONFLICT"],
    ["MUST", "Hand in the time sheet by 5 pm.", "Hand in the time sheet at 4 pm.", "SAFE"],
    ["MUST", "Hand in the time sheet by 5 pm.", "Hand in the time sheet at 5 pm.", "SAFE"],
    [
      "MUST",
      "Clean the coffee machine by 7:30 on weekdays.",
      "Clean the coffee machine at 9:00 on Monday.",
      "CONFLICT",
    ],
    ["MUST", "Clean the coffee machine by 7:30 on weekdays.", "Clean the coffee machine at 7:15 am on Monday.", "SAFE"],
    ["MUST", "Restart the workers one by one.", "Restart the workers one by one.", "SAFE"],
    ["MUST", "Water the seedlings every morning.", "Do not water the seedlings this morning.", "CONFLICT"],
    ["MUST", "Water the seedlings every morning.", "Water the seedlings this morning.", "SAFE"],
    ["MUST", "Empty the dishwasher every evening.", "Skip emptying the dishwasher tonight.", "CONFLICT"],
    ["MUST", "Lock the shed at night.", "Leave the shed unlocked at night.", "CONFLICT"],
    [
      "MUST",
      "Tell the driver about the delay by 6 pm.",
      "Tell the driver about the delay at four in the afternoon.",
      "SAFE",
    ],
  ],
  wordings: [
    ["MUST", "The front door must not be left unlocked.", "Leave the front door unlocked.", "CONFLICT"],
    ["MUST", "The front door must not be left unlocked.", "Paint the front door.", "SAFE"],
    [
      "NEVER",
      "Nothing goes to production without a review.",
      "Put the fix into production without a review.",
      "CONFLICT",
    ],
    ["NEVER", "Smoking is forbidden in the stairwell.", "Smoke in the stairwell.", "CONFLICT"],
    ["MUST", "Only the treasurer may sign cheques.", "Let the intern sign the cheque.", "CONFLICT"],
    ["MUST", "Only the treasurer may sign cheques.", "Ask the treasurer to sign the cheque.", "SAFE"],
    ["MUST", "Secrets belong in the vault.", "Put the secret into the config file.", "CONFLICT"],
    ["MUST", "Deploy only after the tests have passed.", "Deploy although the tests fail.", "CONFLICT"],
    ["MUST", "Leave home no later than 7:30.", "Leave home at 8:15.", "CONFLICT"],
  ],
  preferences: [
    ["PREFER", "Prefer trains over planes.", "Fly from Paris to Lyon.", "WARNING"],
    ["PREFER", "Prefer trains over planes.", "Take the train to Lyon.", "SAFE"],
    ["AVOID", "Avoid footnotes.", "Put it into a footnote.", "WARNING"],
  ],
  code: [
    ["NEVER", "Never force-push to develop.", "git push -f origin develop", "CONFLICT"],
    ["NEVER", "Never use yarn.", "yarn add lodash", "CONFLICT"],
    ["MUST", "Use conventional commit messages.", 'git commit -m "stuff"', "CONFLICT"],
    ["MUST", "Use conventional commit messages.", 'git commit -m "fix: round up"', "SAFE"],
  ],
};

describe.each(Object.entries(cases))("%s", (_, rows) => {
  test.each(rows)("%s %s | %s is %s", (type, rule, action, status) => {
    const { status: found, verdicts } = checkAction(action, [{ type, rule }]);
    expect(found).toBe(status);
    expect(verdicts[0]!.reason).toContain(`"${rule}"`);
  });
});

describe("what is checked together", () => {
  const rules: Rule[] = [
    { type: "AVOID", rule: "Avoid footnotes." },
    { type: "NEVER", rule: "Never use yarn." },
  ];

  test("has the worst status; each rule has its own", () => {
    const { status, verdicts } = checkAction("Install it with yarn and add a footnote.", rules);
    expect(status).toBe("CONFLICT");
    expect(verdicts.map((verdict) => verdict.status)).toEqual(["WARNING", "CONFLICT"]);
  });

  test("an anti-pattern warns", () => {
    const pattern = { antiPatterns: ["Lifting the lid", "Stirring the rice while it simmers"] };
    const { status, patterns } = checkAction("Stir the rice while it simmers.", [], [pattern]);
    expect(status).toBe("WARNING");
    expect(patterns[0]!.antiPattern).toBe("Stirring the rice while it simmers");
    expect(checkAction("Rinse the rice.", [], [pattern]).status).toBe("SAFE");
  });

  describe("a pattern with conditions and a solution", () => {
    const pattern = {
      antiPatterns: ["Shaping the dough straight after kneading"],
      solution: "Let the dough rest for an hour, then shape it",
      conditions: ["Yeast dough"],
    };
    test.each([
      ["Shape the dough straight after kneading.", "WARNING"],
      ["Shape the yeast dough straight after kneading.", "WARNING"],
      ["Shape the shortcrust dough straight after kneading.", "SAFE"],
      ["Shape the dough straight after kneading; there is no yeast in it.", "SAFE"],
    ])("%s is %s", (action, status) => {
      expect(checkAction(action, [], [pattern]).status).toBe(status);
    });

    test("who does what the solution says is safe from what only resembles an anti-pattern", () => {
      const queue = {
        antiPatterns: ["Sharing one database between services"],
        solution: "Use a queue between the services",
      };
      const action = "Put a queue and a shared database between the services.";
      expect(checkAction(action, [], [{ antiPatterns: queue.antiPatterns }]).status).toBe("WARNING");
      expect(checkAction("Use a queue between the billing and the order services.", [], [queue]).status).toBe("SAFE");
    });
  });

  test("no rules, no conflict", () => {
    expect(checkAction("Deploy.", []).status).toBe("SAFE");
  });

  test("what is too long to be read is a warning, never safe", () => {
    const { status, warnings } = checkAction("Wash the cups. ".repeat(actionCharsMax), rules);
    expect(status).toBe("WARNING");
    expect(warnings).toHaveLength(1);
  });
});

describe("the evaluation set, by the rules of language alone", () => {
  test("of the half that they were made on, 88 % are right and no plain conflict is called safe", async () => {
    const { items, right, missed } = await totalsOf("tune", none);
    expect(right / items).toBeGreaterThanOrEqual(0.88);
    expect(missed).toBe(0);
  });

  test("of what was written to practise on first, 87 % are right", async () => {
    const { items, right } = await totalsOf("practice", none);
    expect(right / items).toBeGreaterThanOrEqual(0.87);
  });

  test("of the later lots that were worked on, 80 % are right, of the one that was not 75 %", async () => {
    const worked = halves.filter((half) => half.startsWith("practice-") && !unworked.has(half));
    const lots = await Promise.all(worked.map((half) => totalsOf(half, none)));
    const sum = (of: "items" | "right") => lots.reduce((total, each) => total + each[of], 0);
    expect(sum("right") / sum("items")).toBeGreaterThanOrEqual(0.8);
    const { items, right } = await totalsOf("practice-8", none);
    expect(right / items).toBeGreaterThanOrEqual(0.75);
  });
});
