import { describe, expect, test } from "vitest";
import type { Rule } from "../../src/memory/conflict/conflict.ts";
import { ruleOfAntiPattern } from "../../src/memory/directive/wording/pattern-rule.ts";
import { statementsOf } from "../../src/memory/directive/statements-of.ts";
import { extractClaims } from "../../src/memory/graph/extract.ts";
import { asSeen } from "../../src/memory/language/as-seen.ts";
import { ownText } from "../../src/memory/rulebook/extraction/own-text.ts";
import { checkAction } from "../conflict/check-action.ts";

/** What cannot be seen, or only looks another way, hides nothing from any reader. */

const rulesOf = (text: string) =>
  statementsOf(text).flatMap((each) => (each.kind === "rule" ? [`${each.type} ${each.rule}`] : []));

describe("a text as it is seen", () => {
  test.each([
    ["y\u200barn", "yarn"],
    ["Ro\u00adme", "Rome"],
    ["\ufeffUse\u2060 it\u202c", "Use it"],
    ["re\u200dstart node-1\ufe0f", "restart node-1"],
    ["❤\u200dpush", "❤push"],
    ["Ｕｓｅ　ｙａｒｎ！", "Use yarn!"],
    ["ﬁle", "file"],
    ["𝑝𝑢𝑠ℎ 𝟏", "push 1"],
    ["node\u20101 node\u20111 \u22125", "node-1 node-1 -5"],
    ["don´t", "don't"],
    ["Zoe\u0308", "Zoë"],
    ["Never “use” yarn – ever", "Never “use” yarn – ever"],
  ])("%j is %j", (text, seen) => {
    expect(asSeen(text)).toBe(seen);
  });

  test.each([
    "2½ hours, 10² rows, 3 m², CO₂, 20 ℃",
    "™ © ℹ … ℝ Ⅳ",
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "\u0915\u094d\u200d\u0937",
    "❤\ufe0f 👩🏽\u200d💻 🏳\ufe0f\u200d🌈 1\ufe0f\u20e3",
    "5–10, Mon–Fri",
    "\ufdfa\ufdfd",
  ])("%j is as it is", (text) => {
    expect(asSeen(text)).toBe(text);
  });

  test("is all there, however long a character's plain letters are", () => {
    expect(asSeen(`${"ﬃ".repeat(100)} push`)).toBe(`${"ffi".repeat(100)} push`);
  });
});

test.each(["Never use y\u200barn.", "Ｎever use ｙａｒｎ.", "Ne\u00adver use yarn."])("%j states a rule", (text) => {
  expect(rulesOf(text)).toEqual(["NEVER Never use yarn"]);
  expect(ownText(text)).toBe("Never use yarn.");
});

test("an anti-pattern is a rule as it is seen", () => {
  expect(ruleOfAntiPattern("Using y\u200barn")).toBe("Avoid using yarn");
});

test.each(["Never bake longer than 2½ hours", "Never exceed 10² rows", "Never put ™ behind Acme"])(
  "%j is a rule in its own letters",
  (rule) => {
    expect(rulesOf(`${rule}.`)).toEqual([`NEVER ${rule}`]);
  },
);

test("a claim names things as they are seen", () => {
  expect(extractClaims("I live in Ro\u00adme.", 0)).toEqual(extractClaims("I live in Rome.", 0));
  expect(extractClaims("I live in Rome.", 0)).toHaveLength(1);
});

describe("an action and a rule are compared as they are seen", () => {
  const never = (rule: string): Rule[] => [{ type: "NEVER", rule }];

  test.each(["Use y\u200barn", "Use y\u00adarn", "Ｕｓｅ ｙａｒｎ"])("%j", (action) => {
    expect(checkAction(action, never("Use yarn")).status).toBe("CONFLICT");
  });

  test.each([
    [`${"\ufdfa".repeat(40)} restart node-1 and drop the production database`, "Never drop the production database"],
    ["\ufdfa: push to main", "Never push to main"],
    ["𝑝𝑢𝑠ℎ 𝑡𝑜 𝑚𝑎𝑖𝑛", "Never push to main"],
    ["Restart node\u20101", "Never restart node-1"],
    ["Restart node\u20111", "Never restart node-1"],
    ["Restart node\u22121", "Never restart node-1"],
    ["Restart node-1", "Never restart node\u20111"],
  ])("%j, %j", (action, rule) => {
    expect(checkAction(action, never(rule)).status).toBe("CONFLICT");
  });

  test("a fraction is no greater number", () => {
    expect(checkAction("Add 1½ cups", never("Never add more than 2 cups of sugar")).status).toBe("SAFE");
  });

  test("a rule that was read before", () => {
    const { status, verdicts } = checkAction("Use pip", never("Use p\u200bip"));
    expect(status).toBe("CONFLICT");
    expect(verdicts[0]!.reason).toContain('"Use pip"');
  });

  test("a pattern's condition", () => {
    const pattern = { antiPatterns: ["Shaping the do\u00adugh"], conditions: ["Ye\u200bast dough"] };
    expect(checkAction("Shape the dough", [], [pattern]).status).toBe("WARNING");
    expect(checkAction("Shape the dough; there is no yeast in it", [], [pattern]).status).toBe("SAFE");
  });
});
