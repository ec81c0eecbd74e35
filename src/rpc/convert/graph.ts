import type { MessageInitShape } from "@bufbuild/protobuf";
import type { FactSchema } from "../../../gen/cairn/graph/v1/graph_pb.ts";
import type { GraphFact } from "../../memory/graph/graph.ts";
import { formatTime, parseTime } from "./time.ts";

/** The day in UTC of a date or time. */
export function parseDay(field: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : formatTime(parseTime(field, text)).slice(0, 10);
}

export function formatFact(fact: GraphFact): MessageInitShape<typeof FactSchema> {
  const { id, subject, subjectId, predicate, object, objectId, validFrom, validTo, sentence, evidence, saidAtMs } =
    fact;
  return {
    id,
    subject,
    subjectId,
    predicate,
    object,
    objectId,
    validFrom: validFrom ?? undefined,
    validTo: validTo ?? undefined,
    sentence,
    evidence,
    saidAt: formatTime(saidAtMs),
  };
}
