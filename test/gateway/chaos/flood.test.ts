import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startChaosGateway, type ChaosGateway } from "./chaos-gateway.ts";
import * as faults from "./faults.ts";
import { Flood } from "./flood.ts";
import { vitalsOf } from "./vitals.ts";
import { head, ways, type Way } from "./ways.ts";

/** Answers without end: what a caller does not take stays with the provider, and what passes is not kept. */

const floodBytes = 500 * 2 ** 20;
/** Twice what the server may grow by shows as well that nothing is kept. */
const lessBytes = 256 * 2 ** 20;
const warmBytes = 32 * 2 ** 20;
/** What one that flows by may make the server grow by: buffers are collected after some 64 MB of them. */
const flowMb = 128;
/** The same for one that must be whole to be translated: it is given up at 32 MiB, which are text as well. */
const wholeMb = 256;
/** What the sockets between the provider and a caller who does not read hold. */
const inSocketsBytes = 64 * 2 ** 20;

let gateway: ChaosGateway;

beforeAll(async () => {
  gateway = await startChaosGateway();
  gateway.upstream.always(faults.inAllWays(faults.answersWell));
  for (let n = 0; n < 200; n++) await gateway.client.get(ways[n % ways.length]!);
});
afterAll(() => gateway.close());

/** How much the server has grown at most while something went on. */
async function growthMb(work: () => Promise<unknown>): Promise<number> {
  const { rssMb: before } = await vitalsOf(gateway.server);
  const seen = [before];
  const timer = setInterval(() => void vitalsOf(gateway.server).then(({ rssMb }) => seen.push(rssMb)), 100);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  seen.push((await vitalsOf(gateway.server)).rssMb);
  return Math.max(...seen) - before;
}

async function sizeOf(response: IncomingMessage): Promise<number> {
  let size = 0;
  for await (const chunk of response) size += (chunk as Buffer).length; // no encoding is set
  return size;
}

const flowing = ways.filter(({ isTranslated, isStream }) => isStream || !isTranslated);

describe.each(flowing)("$name", (way: Way) => {
  const bytes = way.isStream && !way.isTranslated ? floodBytes : lessBytes;
  const pass = async (flood: Flood) => {
    gateway.upstream.script(flood.answer(way));
    return sizeOf(await head(gateway.client.ask(way)));
  };

  test(`${bytes / 2 ** 20} MB go by`, async ({ annotate }) => {
    await pass(new Flood(warmBytes));
    let size = 0;
    const grown = await growthMb(async () => (size = await pass(new Flood(bytes))));
    await annotate(`grown by ${grown.toFixed(0)} MB`);
    expect(size).toBeGreaterThan(bytes);
    expect(grown).toBeLessThan(flowMb);
  });

  test("a caller who stops reading stops the provider, and frees it by going away", async ({ annotate }) => {
    const flood = new Flood(floodBytes);
    gateway.upstream.script(flood.answer(way));
    const response = await head(gateway.client.ask(way));
    response.pause().on("error", () => undefined);
    const grown = await growthMb(async () => {
      let written = -1;
      while (written !== flood.written) {
        written = flood.written;
        await sleep(300);
      }
    });
    await annotate(`${(flood.written / 2 ** 20).toFixed(0)} MB written, grown by ${grown.toFixed(0)} MB`);
    expect(flood.written).toBeLessThan(inSocketsBytes);
    expect(grown).toBeLessThan(flowMb);
    const leftAtMs = performance.now();
    response.destroy();
    await gateway.upstream.last.gone;
    await annotate(`cancelled within ${(performance.now() - leftAtMs).toFixed(1)} ms`);
    expect(flood.written).toBeLessThan(inSocketsBytes);
  });
});

describe("what must be held to be translated is bounded", () => {
  const [stream, whole] = ways.filter(({ isTranslated }) => isTranslated);

  test("a whole answer", async ({ annotate }) => {
    const flood = new Flood(floodBytes);
    gateway.upstream.script(flood.answer(whole!));
    let came = { status: 0, text: "" };
    const grown = await growthMb(async () => (came = await gateway.client.get(whole!)));
    await annotate(`${(flood.written / 2 ** 20).toFixed(0)} MB written, grown by ${grown.toFixed(0)} MB`);
    expect(came.status).toBe(503);
    expect(came.text).toContain("the provider's answer is larger than");
    expect(flood.written).toBeLessThan(floodBytes / 2);
    expect(grown).toBeLessThan(wholeMb);
    await gateway.upstream.last.gone;
  });

  test("an event that never ends", async ({ annotate }) => {
    const flood = new Flood(floodBytes);
    gateway.upstream.script(flood.oneEvent(stream!));
    let came = { status: 0, text: "" };
    const grown = await growthMb(async () => (came = await gateway.client.get(stream!)));
    await annotate(`${(flood.written / 2 ** 20).toFixed(0)} MB written, grown by ${grown.toFixed(0)} MB`);
    expect(came.text.trimEnd().split("\n\n").at(-1)).toMatch(/^data: \{"error":/u);
    expect(flood.written).toBeLessThan(floodBytes / 2);
    expect(grown).toBeLessThan(wholeMb);
    await gateway.upstream.last.gone;
  });
});
