import { expect, test } from "vitest";
import { OpenRequests } from "../../src/gateway/open-requests.ts";

const server = (id: string) => ({ account: { id }, key: {} });
const bound = (user: string) => ({ account: { id: "a" }, key: { user } });

test("an account has so many places, each given back once", () => {
  const openRequests = new OpenRequests(2);
  const first = openRequests.enter(server("a"));
  {
    using _second = openRequests.enter(server("a"));
    expect(() => openRequests.enter(server("a"))).toThrow(
      expect.objectContaining({ code: "rate_limited", retryAfterS: 1 }),
    );
    using _others = openRequests.enter(server("b"));
    expect(openRequests.total).toBe(3);
  }
  expect(openRequests.total).toBe(1);
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  expect(openRequests.total).toBe(0);
  using _again = openRequests.enter(server("a"));
  using _beside = openRequests.enter(server("a"));
  expect(() => openRequests.enter(server("a"))).toThrow(expect.objectContaining({ code: "rate_limited" }));
});

test("keys that are bound to one user have a tenth of their account's places, and the others are for others", () => {
  const openRequests = new OpenRequests(100);
  const [first] = Array.from({ length: 10 }, () => openRequests.enter(bound("ana")));
  expect(() => openRequests.enter(bound("ana"))).toThrow(/^this user already has 10 requests to models open/u);
  using _others = openRequests.enter(bound("ben"));
  first![Symbol.dispose]();
  using _again = openRequests.enter(bound("ana"));
  const ofServer = Array.from({ length: 89 }, () => openRequests.enter(server("a")));
  expect(() => openRequests.enter(bound("ben"))).toThrow(/^this account already has 100 requests/u);
  for (const place of ofServer) place[Symbol.dispose]();
  expect(openRequests.total).toBe(11);
});

test.each([
  [10, 8],
  [3, 3],
])("of an account's %i places, keys that are bound to one user have %i", (ofAccount, ofUser) => {
  const openRequests = new OpenRequests(ofAccount);
  for (let i = 0; i < ofUser; i++) openRequests.enter(bound("ana"));
  expect(() => openRequests.enter(bound("ana"))).toThrow(`already has ${ofUser} requests`);
});

test("a request that fails gives its place back", () => {
  const openRequests = new OpenRequests(1);
  const failing = () => {
    using _place = openRequests.enter(server("a"));
    throw new Error("upstream");
  };
  expect(failing).toThrow("upstream");
  expect(failing).toThrow("upstream");
});
