import { expect, test } from "vitest";
import { Slice } from "../../src/memory/slice.ts";

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
