import { describe, expect, test } from "vitest";
import { readForCheck } from "../../src/memory/conflict/check.ts";
import type { Chances, PairClassifier, Premise } from "../../src/memory/conflict/classifier.ts";
import type { Rule } from "../../src/memory/conflict/conflict.ts";
import { Judging } from "../../src/memory/rulebook/judging.ts";
import { lookAgain, lookAtPattern, lookAtRule, nearestOf } from "../../src/memory/conflict/second-look.ts";

/** What becomes of a verdict by the rules of language when a model gives its chances. */

const kept: Chances = { keeps: 0.98, doubtful: 0.01, breaks: 0.01 };
const broken: Chances = { keeps: 0.01, doubtful: 0.01, breaks: 0.98 };
const unsure: Chances = { keeps: 0.4, doubtful: 0.35, breaks: 0.25 };

/** Says the same of everything, and remembers what it was asked. */
function saying(chances: Chances | undefined): PairClassifier & { asked: Premise[] } {
  const asked: Premise[] = [];
  return {
    asked,
    classify(premises) {
      asked.push(...premises);
      return Promise.resolve(premises.map(() => chances));
    },
  };
}

async function looked(rules: Rule[], action: string, chances: Chances | undefined, room = 2) {
  const check = readForCheck(action);
  const classifier = saying(chances);
  const looks = rules.map((rule) => lookAtRule(check, rule));
  return { asked: classifier.asked, verdicts: await lookAgain(looks, nearestOf(looks, room), action, classifier) };
}

const interrupt: Rule = { type: "NEVER", rule: "Interrupt a customer" };

test("what the rules of language did not see is a conflict, and its reason quotes the rule", async () => {
  const { verdicts } = await looked([interrupt], "Cut him short when he complains", broken);
  expect(verdicts).toMatchObject([{ status: "CONFLICT", reason: expect.stringContaining('"Interrupt a customer": ') }]);
});

test.each([
  ["MUST", broken, "CONFLICT"],
  ["PREFER", broken, "WARNING"],
  ["AVOID", broken, "WARNING"],
  ["PREFER", kept, "SAFE"],
  ["MUST", kept, "SAFE"],
] as const)("a %s of which nothing is found, with %j, is %s", async (type, chances, status) => {
  const { verdicts } = await looked([{ type, rule: "Give the Celsius figure" }], "Water the plants", chances);
  expect(verdicts.map((each) => each.status)).toEqual([status]);
});

test("what is done more often than is due stays a WARNING at least", async () => {
  const fed: Rule = { type: "MUST", rule: "Feed the cat twice a day" };
  expect((await looked([fed], "Feed the cat five times today", kept)).verdicts[0]!.status).toBe("WARNING");
  expect((await looked([fed], "Feed the cat five times today", broken)).verdicts[0]!.status).toBe("CONFLICT");
});

test("what may be broken is a WARNING, unless no word of the rule is in the action", async () => {
  const figure: Rule = { type: "MUST", rule: "Give the Celsius figure" };
  expect((await looked([figure], "Give the reader the figure", unsure)).verdicts[0]!.status).toBe("WARNING");
  expect((await looked([figure], "Water the plants", unsure)).verdicts[0]!.status).toBe("SAFE");
});

test("a rule whose words are all in an action that keeps it is not asked about", async () => {
  const rule: Rule = { type: "MUST", rule: "Run the tests before you deploy" };
  expect(await looked([rule], "Run the tests, then deploy", broken)).toMatchObject({
    asked: [],
    verdicts: [{ status: "SAFE" }],
  });
});

test.each([
  ["Open port 80", "Open port 8080"],
  ["Touch server db-1", "Touch server db-2"],
  ["Push to main on Fridays", "Push to develop on Friday"],
  ["Push to main on Fridays", "Pull from main on Friday"],
])("a ban of another number or branch, or of the opposite, is not asked about: %s | %s", async (rule, action) => {
  expect(await looked([{ type: "NEVER", rule }], action, broken)).toMatchObject({
    asked: [],
    verdicts: [{ status: "SAFE" }],
  });
});

test("the model reads an action as it is seen, and without marks that only shout", async () => {
  const actions: string[] = [];
  const classifier: PairClassifier = {
    classify(premises, action) {
      actions.push(action);
      return Promise.resolve(premises.map(() => kept));
    },
  };
  await new Judging("Use y\u00adarn now!!!", classifier).rules([{ type: "MUST", rule: "Run the tests" }]);
  expect(actions).toEqual(["Use yarn now!"]);
});

test("a conflict is not talked away, and a doubt is", async () => {
  const yarn: Rule = { type: "NEVER", rule: "Use yarn" };
  expect(await looked([yarn], "Install it with yarn", kept)).toMatchObject({
    asked: [],
    verdicts: [{ status: "CONFLICT" }],
  });
  const production: Rule = { type: "NEVER", rule: "Delete production data" };
  expect((await looked([production], "Delete the data", undefined)).verdicts[0]!.status).toBe("WARNING");
  expect((await looked([production], "Delete the data", kept)).verdicts[0]!.status).toBe("SAFE");
});

test("a step that is left unsaid is in doubt, and the model is asked whether the action leaves it out", async () => {
  const review: Rule = { type: "NEVER", rule: "Push to main without a review" };
  expect((await looked([review], "Push the fix to main", undefined)).verdicts[0]!.status).toBe("WARNING");
  expect((await looked([review], "Push the fix to main", broken)).verdicts[0]!.status).toBe("CONFLICT");
});

test("what the model cannot read keeps its verdict", async () => {
  const { verdicts } = await looked([{ type: "NEVER", rule: "Use yarn" }], "Install it with yarn", undefined);
  expect(verdicts).toMatchObject([{ status: "CONFLICT" }]);
});

describe("of many rules the model is asked of", () => {
  const rules: Rule[] = [
    { type: "MUST", rule: "Answer in German" },
    { type: "NEVER", rule: "Send invoices by fax" },
    { type: "MUST", rule: "Number invoices by year" },
  ];

  test("those that have most words of the action", async () => {
    const { asked } = await looked(rules, "Put the new invoice into the folder", kept);
    expect(asked.map(({ text }) => text).toSorted()).toEqual(["Number invoices by year", "Send invoices by fax"]);
  });

  test("first those that the rules of language found something of", async () => {
    const names: Rule = { type: "MUST", rule: "Delete nothing" };
    const production: Rule = { type: "NEVER", rule: "Delete production data" };
    const { asked } = await looked([...rules, names, production], "Delete the data", kept, 1);
    expect(asked).toEqual([{ kind: "never", text: production.rule }]);
  });

  test("none, where there is no room", async () => {
    const { asked, verdicts } = await looked(rules, "Send the invoice by fax", kept, 0);
    expect(asked).toEqual([]);
    expect(verdicts[1]!.status).toBe("CONFLICT");
  });
});

test("of a pattern it is asked about the nearest anti-pattern, with when it counts and what to do instead", async () => {
  const pattern = {
    antiPatterns: ["Boiling the milk", "Stirring the rice"],
    conditions: ["risotto"],
    solution: "Add water",
  };
  const action = "Shake the rice pan";
  const classifier = saying(broken);
  const looks = [lookAtPattern(readForCheck(action), pattern)];
  const verdicts = await lookAgain(looks, nearestOf(looks, 2), action, classifier);
  expect(classifier.asked).toEqual([
    { kind: "pitfall", text: "Stirring the rice (when: risotto) (instead: Add water)" },
  ]);
  expect(verdicts).toMatchObject([{ status: "WARNING", antiPattern: "Stirring the rice" }]);
});
