import { describe, expect, test } from "vitest";
import { formatTime, parseTime } from "../../src/rpc/convert/time.ts";

describe("times", () => {
  test.each([
    ["2026-01-31", "2026-01-31T00:00:00.000Z"],
    ["2026-01-31T09:30Z", "2026-01-31T09:30:00.000Z"],
    ["2026-01-31T09:30:05Z", "2026-01-31T09:30:05.000Z"],
    ["2026-01-31T09:30:05.1239z", "2026-01-31T09:30:05.123Z"],
    ["2026-01-31T09:30:05.25+02:00", "2026-01-31T07:30:05.250Z"],
    ["2024-02-29T23:59:59-00:30", "2024-03-01T00:29:59.000Z"],
    ["1969-12-31T23:59:59Z", "1969-12-31T23:59:59.000Z"],
    ["0000-01-01", "0000-01-01T00:00:00.000Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
  ])("%s is %s", (text, expected) => expect(formatTime(parseTime("since", text))).toBe(expected));

  test.each([
    "",
    "now",
    "2026-02-30",
    "2026-13-01",
    "2026-01-31T24:00:00Z",
    "2026-01-31T09:30:05",
    "1769851805",
    "2026-01-31 09:30Z",
    "2026-01-31T09:60:00Z",
    "+002026-01-31",
    "2026-01-31T09:30:05+25:00",
  ])("%j is refused, and the message says what is allowed", (text) => {
    expect(() => parseTime("since", text)).toThrow(/^since: must be an ISO 8601 date .*, but is "[^"]*"$/u);
  });

  test("what is no time is shown, cut where it is long", () => {
    expect(() => parseTime("since", "yesterday")).toThrow(/, but is "yesterday"$/u);
    expect(() => parseTime("since", "x".repeat(500))).toThrow(/, but is "x{56}"\.\.\.$/u);
  });

  test.each(["9999-12-31T23:59:59-01:00", "0000-01-01T00:30+01:00"])("%s is refused: its year in UTC", (text) => {
    expect(() => parseTime("since", text)).toThrow("since: must be in a year from 0000 to 9999 in UTC");
  });
});
