import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startChaosGateway, type ChaosGateway } from "./chaos-gateway.ts";
import * as faults from "./faults.ts";
import { vitalsOf, type Vitals } from "./vitals.ts";
import { head, ways, type Way } from "./ways.ts";
import { heard } from "./wires.ts";

/** A thousand of each, in all ways: nothing stays open, and memory comes back. */

const times = 1_000;
/** So many at once: fewer for each provider than failures in a row open its circuit, which would spare it the rest. */
const atOnce = 8;
/** What a pool may keep for the next request, and a garbage collector for itself. */
const spareSockets = 40;
const spareMb = 64;

let gateway: ChaosGateway;

beforeAll(async () => {
  gateway = await startChaosGateway();
  await repeat(faults.answersWell, (way) => gateway.client.get(way), 200);
});
afterAll(() => gateway.close());

/** Between them, each provider works. Tells how many of the faults were met. */
async function repeat(fault: faults.Fault, once: (way: Way) => Promise<unknown>, count = times): Promise<number> {
  let met = 0;
  for (let n = 0; n < count; n += atOnce) {
    gateway.upstream.always(faults.inAllWays(fault));
    await Promise.all(Array.from({ length: atOnce }, (_, at) => once(ways[at % ways.length]!)));
    met += gateway.upstream.received.length;
    await Promise.all(gateway.upstream.received.splice(0).map(({ gone }) => gone));
    gateway.upstream.always(faults.inAllWays(faults.answersWell));
    for (const way of [ways[0]!, ways[2]!]) expect(heard(way, (await gateway.client.get(way)).text)).toBe(faults.said);
    gateway.upstream.received.length = 0;
  }
  return met;
}

/** What is open that was not before, once it has had the time to close. */
async function left(before: Vitals): Promise<number> {
  const untilMs = Date.now() + 10_000;
  for (;;) {
    const { sockets, timers } = await vitalsOf(gateway.server);
    const most = Math.max(sockets - before.sockets, timers - before.timers, await gateway.upstream.open());
    if (most <= spareSockets || Date.now() > untilMs) return most;
    await sleep(50);
  }
}

const grownMb = async (before: Vitals) => (await vitalsOf(gateway.server)).heapMb - before.heapMb;

describe(`after ${times} providers that`, () => {
  test.each<[string, faults.Fault]>([
    ["reset at once", faults.resetsAtOnce],
    ["reset in the middle", faults.resetsInTheMiddle],
    ["stop halfway", faults.stopsHalfway],
    ["announce more than they send", faults.sendsTooLittle],
    ["answer 429", faults.refuses(429)],
    ["answer 529", faults.refuses(529)],
  ])("%s", async (_name, fault) => {
    const before = await vitalsOf(gateway.server);
    expect(await repeat(fault, (way) => gateway.client.get(way))).toBe(times);
    expect(await left(before)).toBeLessThanOrEqual(spareSockets);
    expect(await grownMb(before)).toBeLessThan(spareMb);
  });
});

describe(`after ${times} callers that go away`, () => {
  test("before the answer's head", async () => {
    const before = await vitalsOf(gateway.server);
    await repeat(faults.saysNothing, async (way) => {
      const arrived = gateway.upstream.next;
      const asked = gateway.client.ask(way);
      await arrived;
      asked.destroy();
    });
    expect(await left(before)).toBeLessThanOrEqual(spareSockets);
    expect(await grownMb(before)).toBeLessThan(spareMb);
  });

  test("within the answer, unread", async () => {
    const before = await vitalsOf(gateway.server);
    await repeat(faults.fallsSilent, async (way) => {
      const arrived = gateway.upstream.next;
      const asked = gateway.client.ask(way);
      // A whole answer that is to be translated has no head until it is there.
      await (way.isTranslated && !way.isStream ? arrived : head(asked));
      asked.destroy();
    });
    expect(await left(before)).toBeLessThanOrEqual(spareSockets);
    expect(await grownMb(before)).toBeLessThan(spareMb);
  });
});
