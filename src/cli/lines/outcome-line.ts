import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import { invalid } from "../../error.ts";
import { isWithin } from "../../memory/text.ts";
import { formatTime } from "../../rpc/convert/time.ts";
import type { ExportedOutcome } from "../../store/upkeep/transfer/export-outcomes.ts";
import type { ImportedOutcome } from "../../store/upkeep/transfer/import-outcome.ts";
import { flagOf, objectOf, optionalUser, refuseOthers, timeOf } from "./line-member.ts";

const retrievalForm = /^ret_[0-9a-z]{26}$/u;
const memoryForm = /^[a-z]{3,4}_[0-9a-z]{26}$/u;
const creditsMax = 200;
const noteMax = 2_000;

export type OutcomeLine = { user?: string; outcome: ImportedOutcome };

export function formatOutcomeLine(outcome: ExportedOutcome): object {
  const { retrievalId, user, success, implicit, note, retrievedAtMs, createdAtMs } = outcome;
  const credits = outcome.credits.map(({ memoryId, weight, version }) => ({ id: memoryId, weight, version }));
  const times = { retrieved_at: formatTime(retrievedAtMs), created_at: formatTime(createdAtMs) };
  const said = { success, ...(implicit && { implicit }), note };
  return { type: "outcome", retrieval_id: retrievalId, user_id: user, ...said, ...times, credits };
}

/** Errors: invalid_argument, which names the member. */
export function parseOutcomeLine(members: JsonObject): OutcomeLine {
  const { retrieval_id, user_id, success, implicit, note, retrieved_at, created_at, credits, ...others } = members;
  refuseOthers(others, "is not a member of an outcome");
  if (typeof retrieval_id !== "string" || !retrievalForm.test(retrieval_id)) {
    throw invalid("retrieval_id", "must be one that a search returned (ret_...)");
  }
  if (note !== undefined && (typeof note !== "string" || !isWithin(note, noteMax))) {
    throw invalid("note", `must be a text of at most ${noteMax} characters`);
  }
  if (!Array.isArray(credits) || credits.length > creditsMax) {
    throw invalid("credits", `must be a list of at most ${creditsMax} credits`);
  }
  return {
    user: optionalUser(user_id),
    outcome: {
      retrievalId: retrieval_id,
      success: flagOf("success", success),
      implicit: implicit !== undefined && flagOf("implicit", implicit),
      ...(note !== undefined && { note }),
      retrievedAtMs: timeOf("retrieved_at", retrieved_at),
      createdAtMs: timeOf("created_at", created_at),
      credits: credits.map((credit, i) => creditOf(credit, `credits[${i}]`)),
    },
  };
}

function creditOf(value: JsonValue, field: string): ImportedOutcome["credits"][number] {
  const { id, weight, version } = objectOf(value, field);
  if (typeof id !== "string" || !memoryForm.test(id)) throw invalid(`${field}.id`, "must be the id of a memory");
  // No bound: where patterns were merged, it doubles with each version between them.
  if (typeof weight !== "number" || !Number.isFinite(weight) || weight < 0) {
    throw invalid(`${field}.weight`, "must be a number from 0");
  }
  if (typeof version !== "number" || !Number.isSafeInteger(version)) {
    throw invalid(`${field}.version`, "must be a whole number");
  }
  return { memoryId: id, weight, version };
}
