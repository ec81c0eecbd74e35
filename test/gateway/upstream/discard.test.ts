import { Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { discard } from "../../../src/gateway/upstream/discard.ts";

test("of a body that nobody wants little is read", async () => {
  let pieces = 0;
  async function* endless() {
    for (;;) {
      pieces++;
      yield Buffer.alloc(1_024);
      await turn();
    }
  }
  const body = Readable.from(endless());
  const closed = new Promise((done) => body.once("close", done));
  discard(body);
  await closed;
  expect(pieces).toBeGreaterThan(16);
  expect(pieces).toBeLessThan(64); // what a stream reads ahead included
});
