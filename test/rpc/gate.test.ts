import { Code } from "@connectrpc/connect";
import { describe, expect, test } from "vitest";
import { GatewayService } from "../../gen/cairn/gateway/v1/gateway_pb.ts";
import { MemoryService } from "../../gen/cairn/memory/v1/memory_pb.ts";
import { AddressLimiter } from "../../src/account/address-limiter.ts";
import type { Key } from "../../src/account/account.ts";
import type { LimitAnswer } from "../../src/account/limiter.ts";
import { AppError } from "../../src/error.ts";
import { callerKey, scopeOf } from "../../src/rpc/caller.ts";
import { countUnseen } from "../../src/rpc/gate/count-unseen.ts";
import type { GatePorts } from "../../src/rpc/gate/admit.ts";
import { createGate } from "../../src/rpc/gate/gate.ts";
import { weighInterceptor } from "../../src/rpc/interceptor/weigh.ts";
import { account, contextOf, fakeCall, keyOf, through } from "./support.ts";

const { search, addMessage, addMessages } = MemoryService.method;
const { getHealth } = GatewayService.method;

/** Ports that know two keys, "good" and "ck_good", and write down what they were asked. */
function ports(key: Partial<Key> = { scopes: ["memory:read"] }, left = 5, perMinute = 3) {
  const asked: string[] = [];
  const all: GatePorts = {
    keys: {
      authenticate: async (credential) => {
        asked.push("auth");
        if (!["good", "ck_good"].includes(credential))
          throw new AppError("unauthenticated", "the API key is not valid");
        return { key: keyOf(key), account, secretHash: "" };
      },
    },
    addresses: new AddressLimiter(perMinute),
    limiter: {
      take: async (_account, _nowMs, weight = 1): Promise<LimitAnswer> => {
        asked.push(`limit ${weight}`);
        const allowed = left >= weight;
        return { allowed, remaining: left - weight, resetEpochS: 60, retryAfterS: allowed ? 0 : 7 };
      },
      look: () => ({ remaining: left, resetEpochS: 60 }),
    },
  };
  return { all, asked };
}

describe("the gate", () => {
  test("sets the caller, counts the request and tells what is left", async () => {
    const { all, asked } = ports();
    const call = fakeCall({ authorization: "Bearer good" });
    const context = contextOf(search, call);
    await createGate(all)(context);
    expect(asked).toEqual(["auth", "limit 1"]);
    expect(context.values.get(callerKey)).toMatchObject({ account, key: { id: "key_1" } });
    expect(call.set).toEqual({ "X-RateLimit-Remaining": "4", "X-RateLimit-Reset": "60" });
  });

  test.each([{ authorization: "bearer  good" }, { "x-api-key": "good" }])("takes the key of %j", async (headers) => {
    await expect(createGate(ports().all)(contextOf(search, fakeCall(headers as never)))).resolves.toBeUndefined();
  });

  test.each([
    { authorization: "Basic cHJveHk6c2VjcmV0", "x-api-key": "ck_good" },
    { authorization: "Bearer sk-ant-oat01-x", "x-api-key": "ck_good" },
    { authorization: "Bearer ck_good", "x-api-key": "sk-ant-api03-x" },
    { authorization: "Bearer ck_good", "x-api-key": "ck_bad" },
  ])("takes the key that is one of ours, and of two the one in Authorization: %j", async (headers) => {
    await expect(createGate(ports().all)(contextOf(search, fakeCall(headers as never)))).resolves.toBeUndefined();
  });

  test.each([
    {},
    { authorization: "Basic good" },
    { authorization: "Bearer bad" },
    { authorization: "good" },
    { authorization: "Basic good", "x-api-key": "good" },
    { authorization: "Bearer ck_bad", "x-api-key": "ck_good" },
  ])("refuses %j, counts it against the address, then refuses the address", async (headers) => {
    const gate = createGate(ports().all);
    const call = fakeCall(headers as never);
    const attempt = () => gate(contextOf(search, call));
    await expect(attempt()).rejects.toMatchObject({ code: Code.Unauthenticated });
    expect(call.set).toMatchObject({ "X-RateLimit-Remaining": "2" });
    await attempt().catch(() => undefined);
    await attempt().catch(() => undefined);
    await expect(attempt()).rejects.toMatchObject({ code: Code.ResourceExhausted, cause: { code: "rate_limited" } });
    expect(Number(call.set["Retry-After"])).toBeGreaterThan(0);
  });

  test("a good key passes from an address that has guessed too often", async () => {
    const gate = createGate(ports(undefined, 5, 1).all);
    const stranger = () => gate(contextOf(search, fakeCall()));
    await stranger().catch(() => undefined);
    await stranger().catch(() => undefined);
    await expect(gate(contextOf(search, fakeCall({ "x-api-key": "good" })))).resolves.toBeUndefined();
  });

  test("a key of too small a scope is counted, then refused", async () => {
    const { all, asked } = ports();
    const attempt = createGate(all)(contextOf(addMessage, fakeCall({ "x-api-key": "good" })));
    await expect(attempt).rejects.toMatchObject({ code: Code.PermissionDenied });
    expect(asked).toEqual(["auth", "limit 1"]);
  });

  test.each(["unavailable", "unauthenticated"] as const)(
    "what cannot be counted, being %s, is told what is left as far as is known",
    async (code) => {
      const { all } = ports();
      const call = fakeCall({ "x-api-key": "good" });
      const take = () => Promise.reject(new AppError(code, "no window was granted"));
      const attempt = createGate({ ...all, limiter: { ...all.limiter, take } })(contextOf(search, call));
      await expect(attempt).rejects.toMatchObject({ cause: { code } });
      expect(call.set).toMatchObject({ "X-RateLimit-Remaining": "5", "X-RateLimit-Reset": "60" });
    },
  );

  test("who cannot be known now is told what the address has left, and is not counted", async () => {
    const { all } = ports();
    const call = fakeCall({ "x-api-key": "good" });
    const authenticate = () => Promise.reject(new AppError("unavailable", "no database"));
    for (let again = 0; again < 2; again++) {
      const attempt = createGate({ ...all, keys: { authenticate } })(contextOf(search, call));
      await expect(attempt).rejects.toMatchObject({ cause: { code: "unavailable" } });
      expect(call.set).toMatchObject({ "X-RateLimit-Remaining": "3" });
    }
  });

  test("a spent plan says when to try again", async () => {
    const call = fakeCall({ "x-api-key": "good" });
    const attempt = createGate(ports(undefined, 0).all)(contextOf(search, call));
    await expect(attempt).rejects.toMatchObject({ code: Code.ResourceExhausted, cause: { code: "rate_limited" } });
    expect(call.set).toMatchObject({ "Retry-After": "7" });
  });

  test("health needs no key, and is not counted with one; a bad one is refused", async () => {
    const { all, asked } = ports();
    const [stranger, known] = [fakeCall(), fakeCall({ "x-api-key": "good" })];
    await createGate(all)(contextOf(getHealth, stranger));
    expect(asked).toEqual([]);
    expect(stranger.set).toEqual({
      "X-RateLimit-Remaining": "3",
      "X-RateLimit-Reset": expect.stringMatching(/^\d+$/u),
    });
    const context = contextOf(getHealth, known);
    await createGate(all)(context);
    expect(asked).toEqual(["auth"]);
    expect(known.set).toEqual({ "X-RateLimit-Remaining": "5", "X-RateLimit-Reset": "60" });
    expect(context.values.get(callerKey)).toBeDefined();
    await expect(createGate(all)(contextOf(getHealth, fakeCall({ "x-api-key": "bad" })))).rejects.toThrow();
  });
});

test("a batch weighs one request a hundred messages", async () => {
  const { all, asked } = ports(undefined, 100);
  for (const [count, expected] of [
    [100, []],
    [101, ["limit 1"]],
    [1_000, ["limit 9"]],
  ] as const) {
    const call = fakeCall();
    const messages = Array.from({ length: count }, () => ({ role: "user" }));
    asked.length = 0;
    const weigh: typeof weighInterceptor = (limiter) => (next) => (request) => {
      request.contextValues.set(callerKey, { account, key: keyOf({}) });
      return weighInterceptor(limiter)(next)(request);
    };
    await through(weigh(all.limiter), addMessages, { messages }, call);
    expect(asked).toEqual(expected);
  }
});

test("an answer that no RPC gave tells what is left, for the account or for the address", async () => {
  const known = fakeCall({ "x-api-key": "good" });
  const stranger = fakeCall();
  const { all } = ports();
  await countUnseen(known, all);
  for (let again = 0; again < 3; again++) await countUnseen(stranger, all);
  for (let again = 0; again < 2; again++) {
    await expect(countUnseen(stranger, all)).rejects.toMatchObject({ code: "rate_limited" });
  }
  expect(known.set["X-RateLimit-Remaining"]).toBe("4");
  expect(stranger.set["X-RateLimit-Remaining"]).toBe("0");
});

describe("whose memory", () => {
  const scope = (key: Partial<Key>, requested?: string, header?: string) => {
    const inBytes: Record<string, string> =
      header === undefined ? {} : { "x-cairn-user": Buffer.from(header).toString("latin1") };
    const context = contextOf(search, fakeCall(inBytes));
    context.values.set(callerKey, { account, key: keyOf(key) });
    return scopeOf(context, requested).user;
  };

  test("the key's user, else the named one, else the header's, else system", () => {
    expect(scope({})).toBe("system");
    expect(scope({}, "ann")).toBe("ann");
    expect(scope({}, undefined, "愛子")).toBe("愛子");
    expect(scope({}, "愛子", "愛子")).toBe("愛子");
    expect(scope({ user: "bob" })).toBe("bob");
    expect(scope({ user: "bob" }, "bob")).toBe("bob");
    expect(scope({ user: "bob" }, undefined, "bob")).toBe("bob");
  });

  test.each(["ann", "system"])("a bound key that names %s is refused", (user) => {
    expect(() => scope({ user: "bob" }, user)).toThrow(expect.objectContaining({ code: "permission_denied" }));
    const inHeader = 'X-Cairn-User: this key may act only for the user "bob"';
    for (const named of [undefined, "bob"]) expect(() => scope({ user: "bob" }, named, user)).toThrow(inHeader);
  });

  test("a request whose header names another user than its user_id is refused", () => {
    expect(() => scope({}, "ann", "bob")).toThrow(
      'X-Cairn-User: must be absent or the same as user_id ("ann"), got "bob"',
    );
  });

  test.each(["", " ", "\u00a0ann", "..", "\u200b", "x".repeat(201)])(
    "a header that is no name, %j, is refused",
    (header) => {
      for (const key of [{}, { user: "bob" }])
        expect(() => scope(key, undefined, header)).toThrow(/^X-Cairn-User: must /u);
    },
  );
});
