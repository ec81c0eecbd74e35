import type { JsonObject } from "@bufbuild/protobuf";
import { MemoryService } from "../../../gen/cairn/memory/v1/memory_pb.ts";
import { integer, list, number, object, oneOf, text } from "../schema.ts";
import { reads, type Tool } from "../tool.ts";

/** Longer texts are cut, so that ten of them do not fill a model's context. In characters. */
const longest = 4_000;
const halfPair = /\p{Surrogate}$/u;

const input = object(
  {
    query: text("The question, in plain words"),
    limit: integer("1-100, default 10"),
    sources: list(oneOf(["patterns", "signals", "graph"])),
    session_id: text(),
    since: text("ISO 8601"),
  },
  ["query"],
);

export const search: Tool = {
  name: "search",
  description:
    "Search long-term memory: what was said (signals), proven solutions (patterns), facts if sources include graph. Use it before answering anything that may have come up.",
  input,
  output: object({
    retrieval_id: text(),
    results: list(object({ id: text(), content: text(), source: text(), similarity: number })),
  }),
  annotations: reads,
  async run(args, asker) {
    const { retrieval_id, results } = await asker.rpc(MemoryService.method.search, args);
    return { retrieval_id: retrieval_id!, results: (results as JsonObject[]).map(brief) };
  },
};

/** What programs stored with a message is for programs: 16 KiB of it would fill the context as well. */
function brief(result: JsonObject): JsonObject {
  const { content, metadata } = result as { content: string; metadata: JsonObject };
  const { metadata: _stored, ...known } = metadata;
  return { ...result, content: shortened(content), metadata: known };
}

function shortened(content: string): string {
  if (content.length <= longest) return content;
  const shown = content.slice(0, longest).replace(halfPair, "");
  return `${shown}… [${content.length - shown.length} more characters]`;
}
