import type { RecordOutcomeRequest } from "../../../gen/cairn/memory/v1/memory_pb.ts";
import { invalid } from "../../error.ts";
import type { NewOutcome, RecordedOutcome } from "../../memory/outcome.ts";

/** The sentence that an answer has for people who reported this. */
export function saidOfOutcome({ success, status, credited }: RecordedOutcome, reported: NewOutcome): string {
  if (success !== reported.success) return "another outcome stands: memory that everybody shares has learned from it";
  return credited > 0
    ? said[status]
    : `${said[status]}; it counts for no memory: facts, and what was erased, have no record, and a key of one user teaches only what is theirs`;
}

const said = {
  recorded: "the outcome is recorded",
  replaced: "the outcome replaces the one before it",
  unchanged: "this outcome was recorded before",
};

/** The retrieval has two names; who uses both must mean the same. */
export function parseOutcome({
  retrievalId,
  applicationId,
  success,
  memoryIds,
  note,
}: RecordOutcomeRequest): NewOutcome {
  const id = retrievalId ?? applicationId;
  if (id === undefined) throw invalid("retrieval_id", "must be given, or application_id, but both are missing");
  if (applicationId !== undefined && applicationId !== id) {
    throw invalid("application_id", `must be the same as retrieval_id where both are given, but is "${applicationId}"`);
  }
  // The contract's rules let nobody leave it out.
  return { retrievalId: id, success: success ?? false, memoryIds, note };
}
