import { afterAll, beforeAll, expect, test } from "vitest";
import { Rest } from "../support/rest.ts";
import { whole } from "./support/answers.ts";
import { startGateway, type TestGateway } from "./support/gateway.ts";
import { sse } from "./support/upstream.ts";

/** An answer that its caller began, by a provider that says the beginning again (Mistral). */

let gateway: TestGateway;
let rest: Rest;

beforeAll(async () => {
  gateway = await startGateway((url) => ({ MISTRAL_API_KEY: "sk-mistral", CAIRN_MISTRAL_URL: url }));
  rest = new Rest(gateway.server);
});
afterAll(() => gateway.close());

const began = { role: "assistant", content: '{"city":' };
const ask = (path: string, question: string, session: string, more: object = {}) => {
  const body = { model: "mistral-large-latest", max_tokens: 9, messages: [{ role: "user", content: question }, began] };
  return rest.post(path, { ...body, ...more }, { "x-cairn-user": "ann", "x-session-id": session });
};

async function stored(session: string): Promise<string[]> {
  const { body } = await rest.get(`/api/v1/sessions/${session}/messages?user_id=ann`);
  return body.messages.map(({ content }: { content: string }) => content);
}

test("is told without it in another dialect, and stored whole", async () => {
  gateway.upstream.script(whole.openai({ text: '{"city":"Oslo"}' }));
  const { body } = await ask("/v1/messages", "Which city lies by the fjord?", "whole");
  expect(JSON.parse(gateway.upstream.last.body.toString()).messages.at(-1)).toEqual({ ...began, prefix: true });
  expect(body.content).toEqual([{ type: "text", text: '"Oslo"}' }]);
  expect(await stored("whole")).toEqual(["Which city lies by the fjord?", '{"city":"Oslo"}']);
});

test("is streamed without it", async () => {
  const chunk = (content: string, finish_reason: string | null = null) => ({
    data: { id: "c", model: "m", choices: [{ index: 0, delta: { content }, finish_reason }] },
  });
  gateway.upstream.script(sse(chunk('{"ci'), chunk('ty":"Os'), chunk('lo"}'), chunk("", "stop"), { data: "[DONE]" }));
  const { body: text } = await ask("/v1/messages", "Which city lies by the fjord?", "streamed", { stream: true });
  const said = [...String(text).matchAll(/"text":"((?:[^"\\]|\\.)*)"/gu)]
    .map(([, piece]) => JSON.parse(`"${piece}"`))
    .join("");
  expect(said).toBe('"Oslo"}');
  expect(await stored("streamed")).toEqual(["Which city lies by the fjord?", '{"city":"Oslo"}']);
});

test("comes back as it is in its own dialect, and is stored once", async () => {
  gateway.upstream.script(whole.openai({ text: '{"city":"Oslo"}' }));
  const { body } = await ask("/v1/chat/completions", "Which city lies by the fjord?", "own");
  expect(body.choices[0].message.content).toBe('{"city":"Oslo"}');
  expect(await stored("own")).toEqual(["Which city lies by the fjord?", '{"city":"Oslo"}']);
});
