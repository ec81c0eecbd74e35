import type { MessageInitShape } from "@bufbuild/protobuf";
import type { GetRetrievalResponseSchema } from "../../../gen/cairn/memory/v1/memory_pb.ts";
import type { Retrieval } from "../../memory/entity/retrieval.ts";
import { formatTime } from "./time.ts";

export function formatRetrieval(retrieval: Retrieval): MessageInitShape<typeof GetRetrievalResponseSchema> {
  const { id, user, query, queryHash, results, gateway, createdAtMs } = retrieval;
  return {
    retrievalId: id,
    userId: user,
    query,
    querySha256: queryHash,
    results: results.map(({ id, layer, similarity }) => ({ id, source: layer, similarity })),
    gateway,
    createdAt: formatTime(createdAtMs),
  };
}
