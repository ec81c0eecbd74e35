import { array, assert, constantFrom, oneof, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import type { Rule } from "../../src/memory/conflict/conflict.ts";
import { checkAction } from "./check-action.ts";
import { cpuMsOf } from "../support/cpu-time.ts";

const rules: Rule[] = [
  { type: "MUST", rule: "Always run the tests before deploy." },
  { type: "NEVER", rule: "Never retry a request more than 3 times unless it is urgent." },
  { type: "NEVER", rule: "Never run the washing machine after 10 pm." },
  { type: "MUST", rule: "Use conventional commit messages." },
  { type: "PREFER", rule: "Prefer trains over planes." },
];

const size = 256 * 1024;
/** Far above what it takes, far below what backtracking would. */
const patienceMs = 3_000;

const pieces = [
  "a",
  '"',
  "“",
  "and ",
  ", x",
  "delete the ",
  "not ",
  "1 ",
  "a: ",
  "x before ",
  "a that ",
  "/",
  ";a",
  "every a per ",
  "from 1 to ",
  "take ",
  "why? ",
  "un",
  "'",
  "-",
  "is made ",
  "8:",
  "INSERT ",
  "http://",
  "git ",
  "\u00a0",
  "🙂",
  "half past ",
  "node-1 ",
  "x1 ",
  "x-1",
  "x 1, 1 and ",
  "x0",
];

describe("256 KiB of text", () => {
  test.each(pieces)("of %j is checked in bounded time, as an action and as a rule", (piece) => {
    const text = piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
    const tookMs = cpuMsOf(() => {
      expect(checkAction(text, rules).status).not.toBe("SAFE");
      expect(checkAction("Deploy.", [{ type: "NEVER", rule: text }]).status).not.toBe("SAFE");
      const pattern = { antiPatterns: ["Deploying without tests"], solution: text, conditions: [text] };
      expect(checkAction("Deploy without tests.", [], [pattern]).status).not.toBe("CONFLICT");
    });
    expect(tookMs).toBeLessThan(patienceMs);
  });
});

describe("rules of the words that wordings are told by", () => {
  const words = ["must not be ", "only may ", "a only in ", "every a has the ", "is forbidden", "a runs in ", "then "];
  test.each(words)("%j again and again are read in bounded time", (piece) => {
    const tookMs = cpuMsOf(() => {
      for (let length = 150; length <= 200; length++)
        checkAction("Deploy.", [{ type: "MUST", rule: `all ${piece.repeat(70)}`.slice(0, length) }]);
    });
    expect(tookMs).toBeLessThan(patienceMs);
  });
});

describe("any text", () => {
  const word = constantFrom(
    ...'run the tests before after deploy not never without no unless 3 times at 10 pm on Friday instead of yarn npm more than is and then , . ; ? : " git push -f -m € % 1,000 8:30 it that an hour every half'.split(
      " ",
    ),
  );
  const text = oneof(
    array(word, { maxLength: 40 }).map((words) => words.join(" ")),
    string({ unit: "binary", maxLength: 200 }),
  );
  const type = constantFrom("MUST", "NEVER", "PREFER", "AVOID");

  test("can be an action and a rule; the answer is the same every time", () => {
    assert(
      property(text, text, type, (action, rule, ruleType) => {
        const given: Rule[] = [{ type: ruleType as Rule["type"], rule }, ...rules];
        const once = checkAction(action, given);
        expect(["SAFE", "WARNING", "CONFLICT"]).toContain(once.status);
        expect(once.verdicts).toHaveLength(given.length);
        expect(checkAction(action, given)).toEqual(once);
      }),
      { numRuns: 1_000, examples: [["git", "git every", "MUST"]] },
    );
  });
});
