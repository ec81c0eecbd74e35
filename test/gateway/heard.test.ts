import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Rest } from "../support/rest.ts";
import { whole } from "./support/answers.ts";
import { startGateway, type TestGateway } from "./support/gateway.ts";

/** A user's plain verdict on an answer is an implicit outcome of the memories that it was shown. */

let gateway: TestGateway;
let rest: Rest;
beforeAll(async () => {
  gateway = await startGateway();
  rest = new Rest(gateway.server);
});
afterAll(() => gateway.close());

type Message = { role: string; content: string };

async function say(messages: Message[], answer: string) {
  gateway.upstream.script(whole.openai({ text: answer }));
  const sent = await rest.post("/v1/chat/completions", { model: "gpt-4.1", messages }, { "x-cairn-user": "ann" });
  expect(sent.status).toBe(200);
  return sent.headers;
}

test("it counts a quarter, and the user's own report takes its place", async () => {
  const { body: put } = await rest.post("/api/v1/patterns", {
    title: "Restarting the ingest worker",
    problem: "The ingest worker hangs and must be restarted.",
    solution: "Drain its queue, then restart the ingest worker.",
  });
  const question = { role: "user", content: "The ingest worker hangs again, how do I restart it?" };
  const headers = await say([question], "Drain its queue first.");
  expect(headers.get("x-cairn-memory")).toBe("applied");
  const retrieval_id = headers.get("x-cairn-retrieval-id");
  const answer = { role: "assistant", content: "Drain its queue first." };
  await say([question, answer, { role: "user", content: "That worked, thanks!" }], "You are welcome.");

  const pattern = async () => (await rest.get(`/api/v1/patterns/${put.id}`)).body;
  await vi.waitFor(async () => expect((await pattern()).applications).toBe(1), 5_000);
  expect(await pattern()).toMatchObject({ success_rate: 1, confidence: expect.closeTo(1.25 / 2.25) });
  const report = { retrieval_id, success: false, memory_ids: [put.id] };
  expect((await rest.post("/api/v1/outcomes", report)).body).toMatchObject({ status: "replaced" });
  expect(await pattern()).toMatchObject({ applications: 1, success_rate: 0, confidence: expect.closeTo(1 / 3) });
});
