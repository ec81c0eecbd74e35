import { expect, test } from "vitest";
import { readForCheck } from "../../src/memory/conflict/check.ts";
import type { Rule } from "../../src/memory/conflict/conflict.ts";
import { lookAtRule } from "../../src/memory/conflict/second-look.ts";
import { halves, itemsOf } from "../eval/conflicts.ts";

/** An action that says a duty in the duty's own words keeps it, whatever a model would make of the two. */

/** Whether it is SAFE, and no model is asked. */
function isCertain(rule: Rule, action: string): boolean {
  const { verdict, premise } = lookAtRule(readForCheck(action), rule);
  return verdict.status === "SAFE" && premise === undefined;
}

test.each([
  "All samples are labelled",
  "The dog is walked before breakfast",
  "Wash both hands first",
  "Sign with the same key",
  "Put the title in the first line",
  "Use the same glue for both soles",
  "Tell the other nurse before leaving",
  "Lock the door after the last guest",
  "Keep the same font on all slides",
])("%s", (rule) => {
  expect(isCertain({ type: "MUST", rule }, rule)).toBe(true);
});

test.each([
  ["The windows are cleaned before the guests arrive", "Clean the windows before the guests arrive"],
  ["Knives are kept in the block", "Keep the knives in the block"],
  ["The till is counted after closing", "Count the till after closing"],
  ["Ropes are inspected before each climb", "Inspect the ropes before the climb"],
  ["Every parcel is weighed before its label is printed", "Weigh the parcel before printing its label"],
  ["The lights are switched off before leaving", "Switch off the lights before leaving"],
  ["The lights are switched off before leaving", "Switch the lights off before leaving"],
  ["The pool has to be cleaned before the party", "Clean the pool before the party"],
  ["Wash both hands first", "Wash both hands first, then knead the dough"],
  ["Lock the door after the last guest", "Let everyone out and lock the door after the last guest"],
])("%s | %s", (rule, action) => {
  expect(isCertain({ type: "MUST", rule }, action)).toBe(true);
});

test.each([
  ["Wash both hands first", "Wash both hands first or last"],
  ["Wash both hands first", "Nobody has to wash both hands first"],
  ["Keep the other copy", "Stop keeping the other copy"],
  ["Put the title in the first line", "Put the title in the second line and the date in the first line"],
  ["Put the same weight on > 5 plates", "Put the same weight on < 5 plates"],
  ["The other samples are kept at -5 degrees", "Keep the other samples at 5 degrees"],
  ["Never skip breakfast", "Skip breakfast"],
])("what takes it back, or stands between its words, leaves it open: %s | %s", (rule, action) => {
  expect(isCertain({ type: "MUST", rule }, action)).toBe(false);
});

test("every duty of the half that was read and of the lots to practise on is kept by its own words", () => {
  const items = halves.filter((half) => half !== "check" && half !== "held").flatMap((half) => itemsOf(half));
  const duties = new Set(
    items.flatMap(({ rules }) => rules.filter(({ type }) => type === "MUST")).map(({ rule }) => rule),
  );
  expect(duties.size).toBeGreaterThan(4_000);
  expect([...duties].filter((rule) => !isCertain({ type: "MUST", rule }, rule))).toEqual([]);
});
