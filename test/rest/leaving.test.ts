import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AppError } from "../../src/error.ts";
import { BodyRoom } from "../../src/rest/body-room.ts";
import type { Page } from "../../src/rest/dispatch.ts";
import { whileCalled } from "../../src/rest/caller-gone.ts";
import type { Exchange } from "../../src/rest/exchange.ts";
import { forward } from "../../src/rest/forward.ts";
import { readJsonBody } from "../../src/rest/transcode/body.ts";
import { waysToLeave, type Leaving } from "../support/leaving.ts";
import { startHarness, type Harness } from "./harness.ts";

/** A caller who leaves is noticed at any time, by either protocol, and nothing is held for it any more. */

const roomBytes = 10_000;
const room = new BodyRoom(roomBytes);
const piece = Buffer.alloc(16 << 10, "x");

/** What became of the last request. */
let seen: { entered: boolean; reason?: unknown; pulled: number; isClosed: boolean; isOver: boolean };
let admitted: PromiseWithResolvers<void>;
let answered: PromiseWithResolvers<void>;

async function* endless() {
  try {
    for (;;) {
      seen.pulled++;
      yield piece;
      await sleep(1);
    }
  } finally {
    seen.isClosed = true;
  }
}

/** A gate that takes its time, a body that is held, and an answer that never ends. */
const page: Page = {
  methods: ["POST"],
  counts: "never",
  async serve(exchange) {
    seen.entered = true;
    try {
      await admitted.promise;
      const signal = whileCalled(exchange);
      if (signal.aborted) seen.reason = signal.reason;
      signal.addEventListener("abort", () => (seen.reason = signal.reason));
      using held = room.hold();
      await readJsonBody(exchange, { limit: roomBytes, held });
      await answered.promise;
      await forward(exchange, { status: 200, headers: {}, body: endless() });
    } finally {
      seen.isOver = true;
    }
  },
};

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ pages: new Map([["/endless", page]]) });
});
afterAll(() => harness.close());
beforeEach(() => {
  seen = { entered: false, pulled: 0, isClosed: false, isOver: false };
  admitted = Promise.withResolvers();
  answered = Promise.withResolvers();
  harness.events.length = 0;
  harness.faults.length = 0;
});

describe.each(Object.entries(waysToLeave))("%s", (_way, open) => {
  const ask = (reads = true): Leaving => open(harness.url, { path: "/endless", body: "x".repeat(5_000), reads });

  const expectLetGo = async () => {
    await expect.poll(() => seen).toMatchObject({ reason: { code: "cancelled" }, isOver: true });
    await expect.poll(() => harness.events.map(({ status }) => status)).toEqual([499]);
    expect(room.left).toBe(roomBytes);
    expect(harness.faults).toEqual([]);
  };

  test("within the answer", async () => {
    admitted.resolve();
    answered.resolve();
    const { begun, leave } = ask();
    await begun;
    expect(room.left).toBe(roomBytes - 5_000);
    leave();
    await expectLetGo();
    expect(seen.isClosed).toBe(true);
  });

  test("while the caller reads nothing, which halts the answer", async () => {
    admitted.resolve();
    answered.resolve();
    const { begun, leave } = ask(false);
    await begun;
    const pulledMeanwhile = async () => {
      const before = seen.pulled;
      await sleep(100);
      return seen.pulled - before;
    };
    await expect.poll(pulledMeanwhile, { timeout: 5_000 }).toBe(0);
    leave();
    await expectLetGo();
    expect(seen.isClosed).toBe(true);
  });

  test("before the head", async () => {
    admitted.resolve();
    const { leave } = ask();
    await expect.poll(() => room.left).toBe(roomBytes - 5_000);
    leave();
    await expect.poll(() => seen.reason).toMatchObject({ code: "cancelled" });
    answered.resolve();
    await expectLetGo();
  });

  test("before the body was read", async () => {
    const { leave } = ask();
    await expect.poll(() => seen.entered).toBe(true);
    leave();
    await expect.poll(() => harness.events.length).toBe(1);
    admitted.resolve();
    await expectLetGo();
  });
});

test("an answer that fails under way is cut, and its fault is noted", async () => {
  const fault = new Error("the connection was reset");
  const failing: Page = {
    ...page,
    serve: (exchange) =>
      forward(exchange, {
        status: 200,
        headers: {},
        // oxlint-disable-next-line require-yield -- it fails before
        body: (async function* () {
          throw fault;
        })(),
      }),
  };
  const own = await startHarness({ pages: new Map([["/failing", failing]]) });
  try {
    await expect(fetch(`${own.url}/failing`, { method: "POST" }).then((got) => got.text())).rejects.toThrow();
    await expect.poll(() => own.events.map(({ status, call }) => [status, call.note.cause])).toEqual([[503, fault]]);
  } finally {
    await own.close();
  }
});

test("a request that begins when others were told of the stop is told, too", () => {
  const reason = new AppError("unavailable", "the server is stopping");
  const response = Object.assign(new EventEmitter(), { destroyed: false, writableFinished: false });
  const exchange = { response } as unknown as Exchange;
  const signal = whileCalled(exchange, AbortSignal.abort(reason));
  expect(signal.reason).toBe(reason);
  response.emit("close");
  expect(signal.reason).toBe(reason);
});
