import { symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clients, needsNothing } from "./clients.ts";
import { tryClient, type Place } from "./exchange.ts";
import { serve } from "./ollama.ts";
import { readSnippets } from "./snippets.ts";
import { World } from "./world.ts";

/** What docs/gateway.md says of tools is what is run. Those that need packages of their own: `npm run snippets`. */

/** Longer than a tool and a server are waited for: what they said is told then. */
const patienceMs = 120_000;
let world: World;
let place: Place;

beforeAll(async () => {
  world = await World.start();
  symlinkSync(resolve(import.meta.dirname, "../../node_modules"), join(world.folder, "node_modules"));
  place = { folder: world.folder };
});
afterAll(() => world[Symbol.asyncDispose]());

test("every snippet is run, here or by npm run snippets", () => {
  const ids = [...clients.map(({ id }) => id), "ollama-serve"];
  expect([...readSnippets().keys()].toSorted()).toEqual(ids.toSorted());
});

describe.each(clients.filter((client) => needsNothing(client) && client.id !== "ollama"))("$id", (client) => {
  test("is answered, with memory, and remembered", { timeout: patienceMs }, async () => {
    expect(await tryClient(client, world, place)).toEqual([]);
  });
});

test("ollama is a provider", { timeout: patienceMs }, async () => {
  const { language, text } = world.snippet("ollama-serve");
  expect(language).toBe("sh");
  const here = text.replace("http://127.0.0.1:11434/v1", world.upstream.url);
  expect(here).not.toBe(text);
  await using server = await serve(here);
  expect(
    await tryClient(
      clients.find(({ id }) => id === "ollama")!,
      world,
      place,
      server,
    ),
  ).toEqual([]);
});
