import { expect, test } from "vitest";
import { inTurns, Slice } from "../../src/memory/slice.ts";
import { Turns } from "../support/turns.ts";

test("a slice is over when its time is", () => {
  expect(new Slice(60_000).isOver).toBe(false);
  expect(new Slice(-1).isOver).toBe(true);
});

test("the event loop turns before the next slice, which has the whole time again", async () => {
  const slice = new Slice(60_000);
  let turned = false;
  setImmediate(() => (turned = true));
  await slice.renew();
  expect(turned).toBe(true);
  expect(slice.isOver).toBe(false);
});

test("work in turns is done whole, and the event loop turns while it is", async () => {
  const turns = new Turns();
  function* count(): Generator<undefined, number> {
    let steps = 0;
    for (; steps < 10; steps++) yield;
    return steps;
  }
  expect(await inTurns(count(), -1)).toBe(10);
  turns.stop();
  expect(turns.count).toBeGreaterThanOrEqual(10);
});
