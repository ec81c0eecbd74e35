import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestServer } from "../../support/server.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";
import type { Upstream } from "../support/upstream.ts";
import * as faults from "./faults.ts";
import { Client, ways } from "./ways.ts";
import { heard } from "./wires.ts";

/** A caller that goes away, at each point of an answer, takes the provider's request along at once. */

const times = 9;
/** Far more than it takes: this is no measurement. The median is told with each test. */
const patienceMs = 2_000;

let gateway: TestGateway;
let server: TestServer;
let upstream: Upstream;
let client: Client;

beforeAll(async () => {
  gateway = await startGateway();
  ({ server, upstream } = gateway);
  client = new Client(server);
});
afterAll(async () => {
  client.close();
  await gateway.close();
});

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
      upstream.script(fault(way));
      const arrived = upstream.next;
      const asked = client.ask(way).on("response", (response) => response.on("error", () => undefined).resume());
      await arrived;
      await sleep(20); // what was said is on its way, or there
      const { gone } = upstream.last;
      expect(await Promise.race([gone.then(() => "left"), "still there"])).toBe("still there");
      const leftAtMs = performance.now();
      asked.destroy();
      await Promise.race([gone, sleep(patienceMs).then(() => Promise.reject(new Error("it is still there")))]);
      tookMs.push(performance.now() - leftAtMs);
    }
    await annotate(`cancelled within ${tookMs.toSorted((a, b) => a - b)[Math.floor(times / 2)]!.toFixed(1)} ms`);
    // Nothing was sent again, and the provider is not left alone for what its callers did.
    upstream.script(faults.answersWell(way));
    expect(heard(way, (await client.get(way)).text)).toBe(faults.said);
    expect(upstream.received.splice(0)).toHaveLength(times + 1);
  });
});
