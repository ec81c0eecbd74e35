import { expect, test } from "vitest";
import { OpenRequests } from "../../src/gateway/open-requests.ts";

test("an account has so many places, each given back once", () => {
  const openRequests = new OpenRequests(2);
  const first = openRequests.enter("a");
  {
    using _second = openRequests.enter("a");
    expect(() => openRequests.enter("a")).toThrow(expect.objectContaining({ code: "rate_limited", retryAfterS: 1 }));
    using _others = openRequests.enter("b");
    expect(openRequests.total).toBe(3);
  }
  expect(openRequests.total).toBe(1);
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  expect(openRequests.total).toBe(0);
  using _again = openRequests.enter("a");
  using _beside = openRequests.enter("a");
  expect(() => openRequests.enter("a")).toThrow(expect.objectContaining({ code: "rate_limited" }));
});

test("a request that fails gives its place back", () => {
  const openRequests = new OpenRequests(1);
  const failing = () => {
    using _place = openRequests.enter("a");
    throw new Error("upstream");
  };
  expect(failing).toThrow("upstream");
  expect(failing).toThrow("upstream");
});
