import type { RecordOutcomeRequest } from "../../../gen/cairn/memory/v1/memory_pb.ts";
import { invalid, noneGiven } from "../../error.ts";
import type { NewOutcome, RecordedOutcome } from "../../memory/entity/outcome.ts";

/** The sentence that an answer has for people who reported this. */
export function saidOfOutcome({ success, status, credited }: RecordedOutcome, reported: NewOutcome): string {
  if (success !== reported.success) return "the earlier outcome was kept: shared memory has already learned from it";
  return credited > 0
    ? said[status]
    : `${said[status]}; it changes no memory's record: facts and erased memories have none, and a key bound to a user changes only that user's memories`;
}

const said = {
  recorded: "the outcome was recorded",
  replaced: "the outcome replaced the earlier one",
  unchanged: "the same outcome was already recorded",
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
  if (id === undefined) throw noneGiven(["retrieval_id", "application_id"]);
  if (applicationId !== undefined && applicationId !== id) {
    throw invalid("application_id", `must be the same as retrieval_id if both are given, but is "${applicationId}"`);
  }
  // The contract's rules let nobody leave it out.
  return { retrievalId: id, success: success ?? false, memoryIds, note };
}
