import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AppError } from "../../src/error.ts";
import { BodyRoom } from "../../src/rest/body-room.ts";
import { readJsonBody } from "../../src/rest/transcode/body.ts";
import { startHarness } from "./harness.ts";

/** All bodies together are bounded, whatever each of them may be. */

const room = new BodyRoom(1_000);
const release = Promise.withResolvers<void>();
let url = "";

/** Holds what it has read until it is released, if the caller asks for it. */
const server = createServer(async (request, response) => {
  using held = room.hold();
  try {
    const body = await readJsonBody({ request, response }, { limit: 10_000, held });
    if (request.url === "/hold") await release.promise;
    response.end(String(body.length));
  } catch (error) {
    response.writeHead(503).end((error as Error).message);
  }
});

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const post = (path: string, body: RequestInit["body"], headers: Record<string, string> = {}) =>
  fetch(url + path, { method: "POST", body, headers: { "content-type": "application/json", ...headers } });

test("what others hold is no room; it is free again once they have ended", async () => {
  const holding = post("/hold", "x".repeat(600));
  await expect.poll(() => room.left).toBe(400);
  const refused = await post("/", "x".repeat(401));
  expect([refused.status, await refused.text()]).toEqual([
    503,
    expect.stringContaining("use all the memory allowed for them"),
  ]);
  expect(await (await post("/", "x".repeat(400))).text()).toBe("400");
  release.resolve();
  expect(await (await holding).text()).toBe("600");
  expect(room.left).toBe(1_000);
  expect(await (await post("/", "x".repeat(401))).text()).toBe("401");
});

test("a body that is packed counts as sent and as it is", async () => {
  const refused = await post("/", gzipSync("x".repeat(999)), { "content-encoding": "gzip" });
  expect(refused.status).toBe(503);
  const packed = gzipSync("x".repeat(500));
  expect(await (await post("/", packed, { "content-encoding": "gzip" })).text()).toBe("500");
  expect(room.left).toBe(1_000);
});

describe("a small body that becomes a large one is inflated piece by piece", () => {
  const bomb = gzipSync(Buffer.alloc(8 << 20, " "));
  const pieceBytes = 16 << 10;

  /** What was taken of the room, with what is done once 20 pieces have been inflated. */
  const taken = async (after: (response: ServerResponse) => void) => {
    const over = Promise.withResolvers<{ taken: number; error: unknown }>();
    const bombed = createServer(async (request, response) => {
      let taken = 0;
      const take = (bytes: number) => {
        taken += bytes;
        if (taken > 20 * pieceBytes) after(response);
      };
      const error = await readJsonBody({ request, response }, { limit: 16 << 20, held: { take } }).catch((e) => e);
      over.resolve({ taken, error });
      response.end();
    });
    await once(bombed.listen(0, "127.0.0.1"), "listening");
    const { port } = bombed.address() as AddressInfo;
    const headers = { "content-type": "application/json", "content-encoding": "gzip" };
    await fetch(`http://127.0.0.1:${port}`, { method: "POST", body: bomb, headers }).catch(() => undefined);
    bombed.close();
    return over.promise;
  };

  test.each<[string, (response: ServerResponse) => void, string]>([
    [
      "until the room is full",
      () => {
        throw new AppError("unavailable", "no room");
      },
      "unavailable",
    ],
    ["until the caller leaves", (response) => response.destroy(), "cancelled"],
    ["until the caller is told that it came too late", (response) => response.end(), "cancelled"],
  ])("%s", async (_, after, code) => {
    const { taken: bytes, error } = await taken(after);
    expect(error).toMatchObject({ code });
    expect(bytes).toBeLessThan(1 << 20);
  });
});

test("what has ended takes nothing more", () => {
  const held = room.hold();
  held.take(10);
  held[Symbol.dispose]();
  held[Symbol.dispose]();
  expect(() => held.take(1)).toThrow("the request has ended");
  expect(room.left).toBe(1_000);
});

test("REST and RPC share one room, and give back what they held", async () => {
  const shared = new BodyRoom(1_000);
  const harness = await startHarness({ room: shared });
  try {
    const ask = (path: string, query: string) =>
      fetch(harness.url + path, {
        method: "POST",
        body: JSON.stringify({ query }),
        headers: { "content-type": "application/json" },
      });
    const [rest, connect] = ["/api/v1/memory/search", "/cairn.memory.v1.MemoryService/Search"];
    const hanging = ask(connect, `hang 300 ${"x".repeat(600)}`);
    await expect.poll(() => shared.left).toBeLessThan(400);
    for (const path of [rest, connect]) {
      const refused = await ask(path, "x".repeat(500));
      expect([refused.status, await refused.text()]).toEqual([
        503,
        expect.stringContaining("use all the memory allowed for them"),
      ]);
    }
    expect(await (await hanging).text()).toContain("ret_1");
    for (const path of [rest, connect]) {
      await expect.poll(() => shared.left).toBe(1_000);
      expect(await (await ask(path, "x".repeat(500))).text()).toMatch(/ret_1/u);
    }
    await expect.poll(() => shared.left).toBe(1_000);
  } finally {
    await harness.close();
  }
});

test.each(["gzip", "br"])("what RPC inflates by %s is taken piece by piece, and given back", async (encoding) => {
  const shared = new BodyRoom(100_000);
  const harness = await startHarness({ room: shared });
  const pack = encoding === "gzip" ? gzipSync : brotliCompressSync;
  const search = async (query: string) => {
    const answer = await fetch(`${harness.url}/cairn.memory.v1.MemoryService/Search`, {
      method: "POST",
      body: pack(JSON.stringify({ query })),
      headers: { "content-type": "application/json", "content-encoding": encoding },
    });
    return [answer.status, await answer.text()];
  };
  try {
    expect(await search("x".repeat(200_000))).toEqual([
      503,
      expect.stringContaining("use all the memory allowed for them"),
    ]);
    expect(await search("x".repeat(500))).toEqual([200, expect.stringContaining("ret_1")]);
    await expect.poll(() => shared.left).toBe(100_000);
  } finally {
    await harness.close();
  }
});
