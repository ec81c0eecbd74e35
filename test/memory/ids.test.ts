import { expect, test } from "vitest";
import { derivedId, madeAtMs } from "../../src/memory/ids.ts";

test("an id that follows from a name is the same each time, and tells its time", () => {
  const atMs = Date.parse("2026-01-05T09:30:00.500Z");
  const id = derivedId("msg_", "name", atMs);
  expect(id).toMatch(/^msg_[0-9a-z]{26}$/u);
  expect(id).toBe(derivedId("msg_", "name", atMs));
  expect(id).not.toBe(derivedId("msg_", "other name", atMs));
  expect(madeAtMs(id)).toBe(atMs);
  expect([0, -1].map((ms) => madeAtMs(derivedId("msg_", "name", ms)))).toEqual([0, 0]);
});
