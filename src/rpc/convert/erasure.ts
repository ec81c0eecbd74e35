import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ErasureSchema } from "../../../gen/cairn/memory/v1/memory_pb.ts";
import { found } from "../../error.ts";
import type { Erasure } from "../../memory/entity/erasure.ts";
import { formatOptionalTime, formatTime } from "./time.ts";

function formatErasure(erasure: Erasure): MessageInitShape<typeof ErasureSchema> {
  const { id, counts, createdAtMs, doneAtMs } = erasure;
  return {
    id,
    status: doneAtMs === undefined ? "pending" : "done",
    counts,
    createdAt: formatTime(createdAtMs),
    doneAt: formatOptionalTime(doneAtMs),
  };
}

/** The answer of every RPC that erases. Errors: not_found, where there was nothing to erase. */
export function erasureAnswer(erasure: Erasure | undefined, what: string, id: string) {
  return { erasure: formatErasure(found(erasure, what, id)) };
}
