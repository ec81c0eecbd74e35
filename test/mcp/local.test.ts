import { getEventListeners } from "node:events";
import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { GatewayService, GetHealthRequestSchema } from "../../gen/cairn/gateway/v1/gateway_pb.ts";
import type { Call } from "../../src/call.ts";
import { AppError } from "../../src/error.ts";
import { Asker, type Ask } from "../../src/mcp/asker.ts";
import { createLocalAsk } from "../../src/mcp/local.ts";
import { mount } from "../../src/rest/transcode/rest-router.ts";
import type { Caller } from "../../src/account/account.ts";

const call = { requestId: "r", note: {} } as Call; // what is looked at
const caller = { account: { id: "a" }, key: { id: "k", scopes: ["memory:read"] } } as unknown as Caller;

test.each([
  ["was answered", () => ({ status: "ok" })],
  [
    "has failed",
    () => {
      throw new AppError("unavailable", "not now");
    },
  ],
])("an RPC that %s leaves nothing with a signal that lasts", async (_name, getHealth) => {
  let seen: AbortSignal | undefined;
  const service = mount(GatewayService, {
    getHealth: (_request, { signal }) => {
      seen = signal;
      return getHealth();
    },
  });
  const ask = createLocalAsk([service], [])(call, caller);
  const { signal } = new AbortController();
  await ask(GatewayService.method.getHealth, create(GetHealthRequestSchema), signal).catch(() => undefined);
  expect(seen!.aborted).toBe(true);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test.each(["the caller", "the request"])("an RPC ends where %s does", async (who) => {
  const [caller, request] = [new AbortController(), new AbortController()];
  const signals: AbortSignal[] = [];
  const ask: Ask = async ({ output }, _request, signal) => {
    signals.push(signal);
    return create(output);
  };
  const asker = new Asker({ ask, signal: caller.signal }).until(request.signal);
  await asker.rpc(GatewayService.method.getHealth, {});
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  (who === "the caller" ? caller : request).abort();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});
