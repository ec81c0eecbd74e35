/** Writes, searches, streams a chat, and reads an error and the limits. CAIRN_URL and CAIRN_KEY say where and as whom. */
import { ConnectError, createClient } from "@connectrpc/connect";
import { connect } from "./connection.ts";
import { codeName, violationsOf } from "./errors.ts";
import { GatewayService } from "./gen/cairn/gateway/v1/gateway_pb.ts";
import { MemoryService } from "./gen/cairn/memory/v1/memory_pb.ts";

const transport = connect(process.env.CAIRN_URL ?? "http://127.0.0.1:7070", process.env.CAIRN_KEY ?? "");
const memory = createClient(MemoryService, transport);
const gateway = createClient(GatewayService, transport);

const content = "Ana keeps bees on her roof in Lisbon.";
const { id } = await memory.addMessage({ role: "user", content, sessionId: "example" });
console.log(`wrote ${id}`);

const { results } = await memory.search({ query: "Who keeps bees?", limit: 1 });
for (const found of results) console.log(`found ${found.content}`);

// The built-in model needs no provider: it answers with the request that it would have sent.
const body = JSON.stringify({
  model: process.env.CAIRN_MODEL ?? "cairn/inspect",
  stream: true,
  messages: [{ role: "user", content: "Who keeps bees?" }],
});
let text = "";
let chunks = 0;
for await (const { data } of gateway.streamChatCompletion({ body })) {
  const chunk = JSON.parse(data) as { choices: { delta: { content?: string } }[] };
  text += chunk.choices[0]?.delta.content ?? "";
  chunks++;
}
console.log(`streamed ${chunks} chunks, ${text.length} characters`);

try {
  await memory.addMessage({ role: "robot", content, sessionId: "example" });
} catch (thrown) {
  const error = ConnectError.from(thrown);
  console.log(`refused ${codeName(error)}: ${error.rawMessage}`);
  for (const { field, message } of violationsOf(error)) console.log(`  field ${field}: ${message}`);
  console.log(`  request ${error.metadata.get("x-request-id")}`);
}

let header = new Headers();
await memory.listSessions({}, { onHeader: (received) => (header = received) });
const reset = new Date(Number(header.get("x-ratelimit-reset")) * 1000);
console.log(`limits: ${header.get("x-ratelimit-remaining")} requests left until ${reset.toISOString()}`);
