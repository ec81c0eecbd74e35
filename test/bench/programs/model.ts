/**
 * A provider that answers at once, in OpenAI's dialect: whole, or as a stream of a few chunks; of the model `gpt-slow` for
 * some seconds, a chunk at a time. `GET /left` says when the last caller went away before its answer had ended, in
 * milliseconds since the epoch.
 */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { parent } from "../support/child.ts";

const head = { id: "chatcmpl-1", created: 1, model: "m" };
const text = "It is raining in Lisbon, and will be for the rest of the day.";
const whole = JSON.stringify({
  ...head,
  object: "chat.completion",
  choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }],
  usage: { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 },
});
const chunks = [
  ...text.split(" ").map((word) => ({ delta: { content: `${word} ` }, finish_reason: null })),
  { delta: {}, finish_reason: "stop" },
].map(
  (choice) =>
    `data: ${JSON.stringify({ ...head, object: "chat.completion.chunk", choices: [{ index: 0, ...choice }] })}\n\n`,
);

const slowMs = 100;
const slowRounds = 12;

let leftAtMs = 0;

const server = createServer((request, response) => {
  if (request.url === "/left") {
    response.end(String(leftAtMs));
    return;
  }
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.once("end", () => {
    const body = Buffer.concat(parts);
    if (!body.includes('"stream":true')) {
      response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(whole) });
      response.end(whole);
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (body.includes('"gpt-slow"')) {
      void slowly(response);
      return;
    }
    for (const chunk of chunks) response.write(chunk);
    response.end("data: [DONE]\n\n");
  });
});
async function slowly(response: ServerResponse): Promise<void> {
  response.once("close", () => {
    if (!response.writableEnded) leftAtMs = performance.timeOrigin + performance.now();
  });
  for (let i = 0; i < slowRounds; i++) {
    for (const chunk of chunks.slice(0, -1)) {
      if (response.destroyed) return;
      response.write(chunk);
      await sleep(slowMs);
    }
  }
  response.end(`${chunks.at(-1)}data: [DONE]\n\n`);
}

server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo; // it listens on TCP
parent({ url: `http://127.0.0.1:${port}` });
