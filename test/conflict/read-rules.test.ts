import { expect, test } from "vitest";
import { ReadRules } from "../../src/memory/conflict/read-rules.ts";

test("a rule is read once, by what of it is read", () => {
  const rules = new ReadRules();
  const text = "never deploy on a friday ".repeat(100);
  const read = rules.of({ type: "NEVER", rule: text });
  expect(rules.of({ type: "NEVER", rule: `${text.slice(0, 2_048)}${"unread".repeat(10_000)}` })).toBe(read);
  expect(rules.of({ type: "AVOID", rule: text })).not.toBe(read);
  expect(rules.characters).toBeLessThan(2 * 2_060);
});

test("rules are remembered up to so many characters together", () => {
  const rules = new ReadRules();
  const ruleOf = (n: number) => ({ type: "NEVER" as const, rule: `never ${n} ${"x".repeat(2_000)}` });
  const first = rules.of(ruleOf(0));
  for (let n = 1; n < 200; n++) rules.of(ruleOf(n));
  expect(rules.of(ruleOf(0))).toBe(first);
  for (let n = 200; n < 1_400; n++) rules.of(ruleOf(n));
  expect(rules.characters).toBeLessThanOrEqual(2 ** 21);
  expect(rules.of(ruleOf(0))).not.toBe(first);
});

test("all rules of a user who has many are remembered from check to check", () => {
  const rules = new ReadRules();
  const all = Array.from({ length: 3_000 }, (_, n) => ({
    type: "NEVER" as const,
    rule: `never deploy ${n} ${"on a friday ".repeat(25)}`,
  }));
  const read = all.map((rule) => rules.of(rule));
  expect(all.filter((rule, n) => rules.of(rule) !== read[n])).toEqual([]);
});
