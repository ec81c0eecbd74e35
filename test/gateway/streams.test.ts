import { expect, test } from "vitest";
import { Streams } from "../../src/gateway/streams.ts";

test("an account has so many places, each given back once", () => {
  const streams = new Streams(2);
  const first = streams.enter("a");
  {
    using _second = streams.enter("a");
    expect(() => streams.enter("a")).toThrow(expect.objectContaining({ code: "rate_limited", retryAfterS: 1 }));
    using _others = streams.enter("b");
    expect([streams.count("a"), streams.count("b")]).toEqual([2, 1]);
  }
  expect([streams.count("a"), streams.count("b")]).toEqual([1, 0]);
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  expect(streams.count("a")).toBe(0);
  using _again = streams.enter("a");
  expect(streams.count("a")).toBe(1);
});

test("a request that fails gives its place back", () => {
  const streams = new Streams(1);
  const failing = () => {
    using _place = streams.enter("a");
    throw new Error("upstream");
  };
  expect(failing).toThrow("upstream");
  expect(failing).toThrow("upstream");
});
