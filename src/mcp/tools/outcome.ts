import { MemoryService } from "../../../gen/cairn/memory/v1/memory_pb.ts";
import { flag, object, text, texts } from "../schema.ts";
import { type Tool } from "../tool.ts";

const input = object(
  {
    retrieval_id: text(),
    success: flag,
    memory_ids: texts,
    note: text(),
  },
  ["retrieval_id", "success"],
);

export const outcome: Tool = {
  name: "outcome",
  description: "Report whether a search's results helped: helpful memories rank higher.",
  input,
  output: object({ retrieval_id: text(), success: flag, status: text() }),
  annotations: { destructiveHint: false, idempotentHint: true },
  async run(args, asker) {
    // As text that is missing: the RPC would ask for an id that is no argument here.
    const reported = { retrieval_id: "", ...args };
    const { message: _, ...recorded } = await asker.rpc(MemoryService.method.recordOutcome, reported);
    return recorded;
  },
};
