import { expect, test } from "vitest";
import { user, World } from "../world.ts";

/** How much must bear on a turn before it is shown. */

test("what bears on a turn less is shown beside what clearly does, and not alone; a pattern is not", async () => {
  await using world = await World.create();
  const [clear, less, far] = [
    await world.said("in Oslo"),
    await world.said("no, in Bergen"),
    await world.said("in Rome"),
  ];
  const rest = [
    { id: less, similarity: 0.25 },
    { id: await world.pattern("Deploy"), similarity: 0.24 },
    { id: far, similarity: 0.17 },
  ];
  world.found = rest;
  const body = { messages: [user("the first question")] };
  expect((await world.prepare(body)).receipt).toMatchObject({ items: 0, reason: "nothing_relevant" });
  world.found = [{ id: clear, similarity: 0.26 }, ...rest];
  const { upstream, receipt } = await world.prepare(body);
  expect(receipt).toMatchObject({ items: 2, omitted: 0 });
  expect(upstream.toString()).toMatch(/in Oslo[^]*in Bergen/u);
});

test("a turn about what is its user's own is shown what bears on it less, but no pattern that does", async () => {
  await using world = await World.create();
  const rest = [
    { id: await world.pattern("Deploy"), similarity: 0.17 },
    { id: await world.said("in hall 3"), similarity: 0.14 },
    { id: await world.said("in Rome"), similarity: 0.13 },
  ];
  world.found = rest;
  const body = { messages: [user("what was our booth number?")] };
  expect((await world.prepare(body)).receipt).toMatchObject({ items: 0, reason: "nothing_relevant" });
  world.found = [{ id: await world.said("booth 14"), similarity: 0.18 }, ...rest];
  const { upstream, receipt } = await world.prepare(body);
  expect(receipt).toMatchObject({ items: 2, omitted: 0 });
  expect(upstream.toString()).toMatch(/booth 14[^]*in hall 3|in hall 3[^]*booth 14/u);
});

test.each([
  ["what is alike in meaning, too", { similarity: 0.26, cosine: 0.4 }, 1],
  ["what has a few words in common", { similarity: 0.28, cosine: 0.39 }, 0],
  ["what has enough of them", { similarity: 0.29, cosine: 0.3 }, 1],
  ["what is alike in meaning alone", { similarity: 0.25, cosine: 0.7 }, 0],
])("of a text with a vector: %s", async (_, score, items) => {
  await using world = await World.create();
  world.found = [{ id: await world.said("in Oslo"), ...score }];
  expect((await world.prepare({ messages: [user("the first question")] })).receipt.items).toBe(items);
});
