import type { JsonObject } from "@bufbuild/protobuf";
import { MemoryService } from "../../../gen/cairn/memory/v1/memory_pb.ts";
import { integer, list, number, object, oneOf, text } from "../schema.ts";
import { reads, type Tool } from "../tool.ts";
import { passageOf } from "./passage.ts";

/** Longer texts are cut, and those of many results to their share, so that they do not fill a model's context. In characters. */
const longest = 4_000;
const longestTogether = 40_000;

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
    const found = results as FoundResult[];
    const length = Math.min(longest, Math.floor(longestTogether / found.length));
    const brief = (result: FoundResult): JsonObject => ({
      ...result,
      content: passageOf(result.content, String(args["query"]), length),
      similarity: Math.round(result.similarity * 100) / 100,
      metadata: telling(result.metadata),
    });
    return { retrieval_id: retrieval_id!, results: found.map(brief) };
  },
};

type FoundResult = JsonObject & { content: string; similarity: number; metadata: JsonObject };

/**
 * What tells a model something. What programs stored with a message is for programs: 16 KiB of it would fill the context as
 * well. A rate of 0 is what nobody reported on has, too, and reads as if it never helped.
 */
function telling({ metadata: _stored, success_rate, tags, ...known }: JsonObject): JsonObject {
  return {
    ...known,
    ...(success_rate === 0 ? {} : { success_rate: success_rate! }),
    ...((tags as string[]).length === 0 ? {} : { tags: tags! }),
  };
}
