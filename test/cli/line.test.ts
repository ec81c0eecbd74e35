import { describe, expect, test } from "vitest";
import { formatMessageLine, formatPatternLine } from "../../src/cli/lines/line.ts";
import { parseDuration } from "../../src/cli/duration.ts";
import { parseText } from "../support/parse-line.ts";

const message = { type: "message", role: "user", content: "c", session_id: "s" };
const pattern = { type: "pattern", title: "t", problem: "p", solution: "s" };
const parse = (line: object, user?: string) => parseText(JSON.stringify(line), user);
const id = (prefix: string) => prefix + "0".repeat(26);

describe("lines of an import", () => {
  test("a message belongs to the line's user, else to the command's, else to system", () => {
    expect(parse({ ...message, user_id: "ann" }, "bob")).toMatchObject({ type: "message", user: "ann" });
    expect(parse(message, "bob")).toMatchObject({ user: "bob", message: { role: "user", origin: "user", source: "" } });
    expect(parse(message)).toMatchObject({ user: "system" });
  });

  test("a pattern has the members of the API", () => {
    expect(parse({ ...pattern, tags: ["T"], works_when: ["w"], session_id: "s" })).toEqual({
      type: "pattern",
      user: "system",
      content: { title: "t", problem: "p", solution: "s", tags: ["T"], worksWhen: ["w"], antiPatterns: [] },
      sessionId: "s",
    });
  });

  test.each([
    ["not JSON", "{", /^line: must be JSON/],
    ["a list", "[]", /^line: must be a JSON object/],
    ["no type", "{}", /^type: must be "message", "pattern", "outcome" or "directive"/],
    ["a wrong role", JSON.stringify({ ...message, role: "tool" }), /^role: must be one of user, assistant/],
    ["an unknown member", JSON.stringify({ ...message, colour: "red" }), /^colour: is not a member of a message$/],
    ["one of a pattern", JSON.stringify({ ...pattern, colour: "red" }), /^colour: is not a member of a pattern$/],
    [
      "one of a version",
      JSON.stringify({
        type: "pattern",
        id: id("pat_"),
        versions: [{ title: "t", problem: "p", solution: "s", created_at: "2026-11-01", colour: "red" }],
      }),
      /^colour: is not a member of a version$/,
    ],
    ["a number for a text", JSON.stringify({ ...message, content: 7 }), /^content: must be a string of .*, got 7$/],
    ["a blank text", JSON.stringify({ ...message, content: " " }), /^content: must not be blank/],
    [
      "a user with space before it",
      JSON.stringify({ ...message, user_id: " ana" }),
      /^user_id: must not be blank, and must not begin or end with white space/,
    ],
    [
      "such a user of a directive",
      JSON.stringify({ type: "directive", id: id("dir_"), user_id: "ana " }),
      /^user_id: must be a text of 1 to 200 characters that neither begins nor ends with white space, got "ana "$/,
    ],
    [
      "a user whom no path can tell",
      JSON.stringify({ ...message, user_id: ".." }),
      /^user_id: must not be "." or ".."/,
    ],
    ["such a session", JSON.stringify({ ...message, session_id: "." }), /^session_id: must not be "." or ".."/],
    [
      "such a session of a pattern",
      JSON.stringify({ ...pattern, session_id: ".." }),
      /^session_id: must not be "." or ".."/,
    ],
    [
      "such a user of a directive, too",
      JSON.stringify({ type: "directive", id: id("dir_"), user_id: "." }),
      /^user_id: must not be/,
    ],
    ["a bad time of an edit", JSON.stringify({ ...message, updated_at: 7 }), /^updated_at: must be an ISO 8601/],
    ["a bad time", JSON.stringify({ ...message, created_at: "yesterday" }), /^created_at: must be an ISO 8601/],
    ["a foreign id", JSON.stringify({ ...message, id: "7" }), /^id: must be one that an export wrote/],
    ["a mark of a left branch that is none", JSON.stringify({ ...message, left: 1 }), /^left: must be true or false/],
    ["a gap below none", JSON.stringify({ ...message, gap: -1 }), /^gap: must be a whole number from 0/],
    ["a gap without end", JSON.stringify({ ...message, gap: 1e12 }), /^gap: must be a whole number from 0/],
    ["an origin that is none", JSON.stringify({ ...message, origin: "god" }), /^origin: must be one of/],
    ["no versions", JSON.stringify({ type: "pattern", versions: [] }), /^versions: must be a list/],
    ["versions without an id", JSON.stringify({ type: "pattern", versions: [{}] }), /^id: must be given/],
    [
      "a title beside versions",
      JSON.stringify({ ...pattern, versions: [{}] }),
      /^(title|problem): must not be given together with versions/,
    ],
  ])("%s is refused", (_what, line, error) => {
    expect(() => parseText(line)).toThrow(error);
  });

  test("a message is exported and read back as it was", () => {
    const stored = {
      id: id("msg_"),
      user: "ann",
      sessionId: "s",
      role: "assistant",
      origin: "tool",
      source: "cli",
      content: "🙂",
      createdAtMs: 1_700_000_000_123,
      updatedAtMs: 1_700_000_000_124,
      metadata: { a: [1, null] },
      left: true as const,
      gap: 2,
    };
    const { user, ...rest } = stored;
    expect(parse(formatMessageLine(stored))).toEqual({ type: "message", user, message: rest });
  });

  test("a pattern is exported with its versions and its record, and read back as it was", () => {
    const content = { title: "t", problem: "p", tags: ["T"], worksWhen: ["w"], antiPatterns: ["a"] };
    const record = { applications: 3, successes: 1.5, failures: 0.25 };
    const stored = {
      id: id("pat_"),
      user: "system",
      sessionId: "",
      origin: "operator" as const,
      ...record,
      versions: [
        { ...content, solution: "first", version: 1, createdAtMs: 1_000 },
        { ...content, solution: "second", version: 2, createdAtMs: 2_000 },
      ],
    };
    expect(parse(formatPatternLine(stored))).toEqual({
      type: "versions",
      user: "system",
      pattern: {
        id: stored.id,
        origin: "operator",
        sessionId: undefined,
        record,
        versions: stored.versions.map(({ version: _counted, ...version }) => version),
      },
    });
  });
});

test("durations are a number and a unit", () => {
  expect(["90d", "12h", "30m", "45s"].map(parseDuration)).toEqual([7_776_000_000, 43_200_000, 1_800_000, 45_000]);
  expect(["", "90", "d", "1.5h", "-1d", "1w"].every((text) => Number.isNaN(parseDuration(text)))).toBe(true);
});
