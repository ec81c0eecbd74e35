import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startChaosGateway, type ChaosGateway } from "./chaos-gateway.ts";
import * as faults from "./faults.ts";
import { ways } from "./ways.ts";
import { heard } from "./wires.ts";

/** A caller that goes away, at each point of an answer, takes the provider's request along at once. */

const times = 9;
/** Far more than it takes: this is no measurement. The median is told with each test. */
const patienceMs = 2_000;

let gateway: ChaosGateway;

beforeAll(async () => {
  gateway = await startChaosGateway();
});
afterAll(() => gateway.close());

describe.each(ways)("$name", (way) => {
  test.for<[string, faults.Fault]>([
    ["before the head", faults.saysNothing],
    ["behind the head", faults.sendsItsHeadOnly],
    ["between two events", faults.fallsSilentBetweenEvents],
    ["within an event", faults.fallsSilent],
    ["behind the last event", faults.neverEnds],
  ])("%s", async ([, fault], { annotate }) => {
    const tookMs: number[] = [];
    for (let n = 0; n < times; n++) {
      gateway.upstream.script(fault(way));
      const arrived = gateway.upstream.next;
      const asked = gateway.client
        .ask(way)
        .on("response", (response) => response.on("error", () => undefined).resume());
      await arrived;
      await sleep(20); // what was said is on its way, or there
      const { gone } = gateway.upstream.last;
      expect(await Promise.race([gone.then(() => "left"), "still there"])).toBe("still there");
      const leftAtMs = performance.now();
      asked.destroy();
      await Promise.race([gone, sleep(patienceMs).then(() => Promise.reject(new Error("it is still there")))]);
      tookMs.push(performance.now() - leftAtMs);
    }
    await annotate(`cancelled within ${tookMs.toSorted((a, b) => a - b)[Math.floor(times / 2)]!.toFixed(1)} ms`);
    // Nothing was sent again, and the provider is not left alone for what its callers did.
    gateway.upstream.script(faults.answersWell(way));
    expect(heard(way, (await gateway.client.get(way)).text)).toBe(faults.said);
    expect(gateway.upstream.received.splice(0)).toHaveLength(times + 1);
  });
});
