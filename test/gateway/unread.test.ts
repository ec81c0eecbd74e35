import { afterAll, beforeAll, expect, test } from "vitest";
import { Rest } from "../support/rest.ts";
import { startGateway, type TestGateway } from "./support/gateway.ts";

/** An answer at which our own reader fails. */

let started: TestGateway;

beforeAll(async () => {
  started = await startGateway();
});
afterAll(() => started.close());

test("its caller is told that it cannot be read, and the log has why", async () => {
  const { server, upstream } = started;
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  const call = `{"id":"c","type":"function","function":{"name":"f","arguments":{"a":${deep}}}}`;
  upstream.script((response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(`{"choices":[{"message":{"role":"assistant","tool_calls":[${call}]},"finish_reason":"tool_calls"}]}`);
  });
  const messages = [{ role: "user", content: "Weather?" }];
  const asked = { model: "gpt-4.1", max_tokens: 9, messages };
  const { status, body } = await new Rest(server).post("/v1/messages", asked);
  expect([status, body.error.message]).toEqual([502, "the provider's answer cannot be read"]);
  await expect.poll(() => server.output()).toContain("RangeError");
});
