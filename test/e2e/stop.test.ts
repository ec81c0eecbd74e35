import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { Rest } from "../support/rest.ts";
import { startServer } from "../support/server.ts";

/** Whatever its models are at when it is told to stop, the server ends in order: it exits with 0, and aborts nothing. */

const message = (at: number) => ({
  role: "user",
  session_id: "s",
  content: `Always run the tests before you deploy number ${at}, and I moved to Bergen on ${1 + (at % 28)} May 2026.`,
});

test.each([0, 150, 400, 900, 1_600])("told to stop %i ms after messages and a check came in", async (ms) => {
  const server = await startServer();
  try {
    const api = new Rest(server);
    const asked = [
      ...Array.from({ length: 30 }, (_, at) => api.post("/api/v1/working", message(at))),
      api.post("/api/v1/check_conflict", { proposed_action: "Deploy without running the tests" }),
    ];
    const settled = Promise.allSettled(asked);
    await sleep(ms);
    expect(await server.stop()).toBe(0);
    await settled;
  } finally {
    await server.remove();
  }
});
