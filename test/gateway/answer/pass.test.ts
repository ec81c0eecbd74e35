import { Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { passAnswer } from "../../../src/gateway/answer/pass.ts";
import { Watch } from "../../../src/gateway/answer/watch.ts";
import { provider } from "../upstream/support.ts";

test("a stream ends when what is stored at its end is stored: whoever asks behind it is known", async () => {
  const stored = Promise.withResolvers<void>();
  const watch = new Watch(() => stored.promise);
  const ask = { dialect: "openai", signal: new AbortController().signal } as const;
  const headers = { "content-type": "text/event-stream" };
  const answer = { status: 200, headers, body: Readable.from([Buffer.from("data: [DONE]\n\n")]) };
  const { body } = await passAnswer(ask, provider("http://127.0.0.1:9"), answer, watch);
  const seen: string[] = [];
  const read = (async () => {
    for await (const piece of body as AsyncIterable<Uint8Array>) seen.push(Buffer.from(piece).toString()); // a stream passes as one
    seen.push("end");
  })();
  for (let turns = 0; turns < 10; turns++) await turn();
  expect(seen).toEqual(["data: [DONE]\n\n"]);
  stored.resolve();
  await read;
  expect(seen).toEqual(["data: [DONE]\n\n", "end"]);
});
