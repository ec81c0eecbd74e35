import type { JsonObject } from "@bufbuild/protobuf";
import { DirectivesService } from "../../../gen/cairn/directives/v1/directives_pb.ts";
import { MemoryService } from "../../../gen/cairn/memory/v1/memory_pb.ts";
import { PatternsService } from "../../../gen/cairn/patterns/v1/patterns_pb.ts";
import { invalid } from "../../error.ts";
import type { Asker } from "../asker.ts";
import { anything, object, text } from "../schema.ts";
import type { Tool } from "../tool.ts";

const input = object({ id: text("msg_..., pat_... or dir_..."), session_id: text("A whole session") });

export const forget: Tool = {
  name: "forget",
  description: "Erase a memory, pattern, directive or session for good. Only when the user asks.",
  input,
  output: object({ forgotten: text(), erasure: anything }),
  annotations: { destructiveHint: true, idempotentHint: true },
  async run(args, asker): Promise<JsonObject> {
    const { id, session_id } = args;
    if ((id === undefined) === (session_id === undefined)) throw invalid("id", "give either id or session_id");
    if (session_id !== undefined) {
      const { erasure } = await asker.rpc(MemoryService.method.deleteSession, { session_id });
      return { erasure: erasure!, forgotten: session_id };
    }
    return { ...(await erase(String(id), asker)), forgotten: String(id) };
  },
};

/** The prefix of an id says what it names. */
async function erase(id: string, asker: Asker): Promise<JsonObject> {
  switch (id.slice(0, 4)) {
    case "msg_":
      return asker.rpc(MemoryService.method.deleteMessage, { id });
    case "pat_":
      return asker.rpc(PatternsService.method.deletePattern, { id });
    case "dir_":
      await asker.rpc(DirectivesService.method.deleteDirective, { id });
      return {};
    default:
      throw invalid(
        "id",
        `must begin with msg_, pat_ or dir_, as search and directives tell ids, got "${id.slice(0, 60)}"`,
      );
  }
}
