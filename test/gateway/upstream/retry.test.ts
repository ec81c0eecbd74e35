import { afterEach, describe, expect, test, vi } from "vitest";
import { Retries } from "../../../src/gateway/upstream/retry.ts";

const answer = (status: number, headers: Record<string, string> = {}) => ({ answer: { status, headers } });

afterEach(() => void vi.useRealTimers());

describe("what is tried again", () => {
  test.each([
    [429, {}, true],
    [503, {}, true],
    [529, {}, true],
    [200, {}, false],
    [400, {}, false],
    [401, {}, false],
    [408, {}, false],
    [500, {}, false],
    [502, {}, false],
    [504, {}, false],
    [500, { "x-should-retry": "true" }, true],
    [409, { "x-should-retry": "true" }, true],
    [200, { "x-should-retry": "true" }, false],
    [429, { "x-should-retry": "false" }, false],
    [529, { "x-should-retry": "false" }, false],
  ])("%i %j: %s", (status, headers, isRetried) => {
    expect(new Retries({}).next(answer(status, headers)) !== undefined).toBe(isRetried);
  });

  test("a connection that was never made, and no other", () => {
    const failed = (code: string) => ({ error: Object.assign(new Error("fetch"), { code }) });
    expect(new Retries({}).next(failed("ECONNREFUSED"))).toBeTypeOf("number");
    expect(new Retries({}).next(failed("UND_ERR_CONNECT_TIMEOUT"))).toBeTypeOf("number");
    expect(new Retries({}).next(failed("ECONNRESET"))).toBeUndefined();
    expect(new Retries({}).next(failed("UND_ERR_HEADERS_TIMEOUT"))).toBeUndefined();
  });

  test("twice at most, and not at all where the client itself retries", () => {
    const retries = new Retries({ "x-stainless-retry-count": "0" });
    expect([1, 2, 3].map(() => retries.next(answer(429)) !== undefined)).toEqual([true, true, false]);
    expect(new Retries({ "x-stainless-retry-count": "1" }).next(answer(429))).toBeUndefined();
  });

  test("not later than ten seconds behind the first try", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const retries = new Retries({});
    vi.advanceTimersByTime(9_000);
    expect(retries.next(answer(503, { "retry-after-ms": "1001" }))).toBeUndefined();
    expect(retries.next(answer(503, { "retry-after-ms": "999" }))).toBe(999);
  });

  test("after a random part of a doubling pause", () => {
    for (let run = 0; run < 200; run++) {
      const retries = new Retries({});
      const [first, second] = [retries.next(answer(503))!, retries.next(answer(503))!];
      expect(first).toBeGreaterThanOrEqual(0);
      expect(first).toBeLessThanOrEqual(500);
      expect(second).toBeLessThanOrEqual(1_000);
    }
  });

  test("or after what the provider asks for, unless that is long: then the caller is told of it", () => {
    expect(new Retries({}).next(answer(429, { "retry-after": "2" }))).toBe(2_000);
    expect(new Retries({}).next(answer(429, { "retry-after-ms": "30", "retry-after": "9" }))).toBe(30);
    expect(new Retries({}).next(answer(429, { "retry-after": "6" }))).toBeUndefined();
  });
});
