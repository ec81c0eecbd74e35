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

async function say(messages: Message[], answer: string, by = rest) {
  gateway.upstream.script(whole.openai({ text: answer }));
  const sent = await by.post("/v1/chat/completions", { model: "gpt-4.1", messages }, { "x-cairn-user": "ann" });
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

test("of a key of one user it counts for what is theirs, and for nothing that everybody shares", async () => {
  const { body: key } = await rest.post("/api/v1/keys", {
    name: "ann's",
    scopes: ["memory:read", "memory:write", "gateway"],
    user_id: "ann",
  });
  const anns = new Rest(gateway.server, key.secret);
  const problem = "The espresso machine drips and must be descaled.";
  const put = async (api: Rest, solution: string) =>
    (await api.post("/api/v1/patterns", { title: `Descaling the espresso machine: ${solution}`, problem, solution }))
      .body;
  const shared = await put(rest, "Run citric acid through the espresso machine.");
  const own = await put(anns, "Run vinegar through the espresso machine, then water.");
  const question = { role: "user", content: "The espresso machine drips again, how do I descale it?" };
  const headers = await say([question], "Run it through.", anns);
  const receipt = await anns.get(`/api/v1/retrievals/${headers.get("x-cairn-retrieval-id")}`);
  const shown = receipt.body.results.map(({ id }: { id: string }) => id);
  expect(shown).toEqual(expect.arrayContaining([shared.id, own.id]));
  const answer = { role: "assistant", content: "Run it through." };
  await say([question, answer, { role: "user", content: "No, that's wrong." }], "Sorry.", anns);
  const applications = async (id: string) => (await anns.get(`/api/v1/patterns/${id}`)).body.applications;
  await vi.waitFor(async () => expect(await applications(own.id)).toBe(1), 5_000);
  expect(await applications(shared.id)).toBe(0);
});
