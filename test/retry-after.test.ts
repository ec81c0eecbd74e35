import { expect, test } from "vitest";
import { retryAfterMs } from "../src/retry-after.ts";

test.each([
  [{ "retry-after": "1.5" }, 1_500],
  [{ "retry-after-ms": "250.5" }, 250.5],
  [{ "retry-after": "Thu, 01 Jan 1970 00:00:05 GMT" }, 4_000],
  [{ "retry-after": "Thu, 01 Jan 1970 00:00:00 GMT" }, 0],
  [{ "retry-after-ms": "soon", "retry-after": "3" }, 3_000],
  [{ "retry-after": "soon" }, undefined],
  [{ "retry-after": "-3" }, undefined],
  [{}, undefined],
])("%j asks for %s ms", (headers: Record<string, string>, expected) => {
  expect(retryAfterMs(headers, 1_000)).toBe(expected);
});
