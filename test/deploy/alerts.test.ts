import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../support/server.ts";

const alerts = readFileSync(join(resolve(import.meta.dirname, "../.."), "deploy/alerts.yaml"), "utf8");

let server: TestServer;
beforeAll(async () => (server = await startServer()));
afterAll(() => server?.remove());

test("what alerts ask for is measured, with the labels that they name", async () => {
  await fetch(`${server.url}/api/v1/sessions`, { headers: { authorization: `Bearer ${server.key}` } });
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const asked = [...alerts.matchAll(/\b(cairn_\w+)(?:\{(\w+)=)?/gu)].map(([, name, label]) => ({ name: name!, label }));
  expect(asked.length).toBeGreaterThan(8);
  for (const { name, label } of asked) {
    const wanted = label === undefined ? `^${name}[ {]` : `^${name}\\{(.*,)?${label}="`;
    expect(metrics).toMatch(new RegExp(wanted, "mu"));
  }
});
