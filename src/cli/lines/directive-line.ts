import type { JsonObject } from "@bufbuild/protobuf";
import { invalid } from "../../error.ts";
import type { Mark } from "../../memory/rulebook/mark.ts";
import { formatOptionalTime, parseOptionalTime } from "../../rpc/convert/time.ts";
import type { ExportedMark } from "../../store/upkeep/transfer/directive-marks.ts";
import { flagOf, optionalText, optionalUser, refuseOthers } from "./line-member.ts";

/** What was decided of a directive; its words are with the messages that state it. */
export type DirectiveLine = { user?: string; mark: Mark };

const idForm = /^dir_[0-9a-f]{26}$/u;

export function formatDirectiveLine({ id, user, pinned, disabled, deletedAtMs }: ExportedMark): object {
  return { type: "directive", id, user_id: user, pinned, disabled, deleted_at: formatOptionalTime(deletedAtMs) };
}

/** Errors: invalid_argument, which names the member. */
export function parseDirectiveLine(members: JsonObject): DirectiveLine {
  const { id, user_id, pinned = false, disabled = false, deleted_at, ...others } = members;
  refuseOthers(others, "is not a member of a directive");
  if (typeof id !== "string" || !idForm.test(id)) throw invalid("id", "must be the id of a directive (dir_...)");
  const user = optionalUser(user_id);
  const deletedAt = optionalText("deleted_at", deleted_at);
  return {
    user,
    mark: {
      id,
      pinned: flagOf("pinned", pinned),
      disabled: flagOf("disabled", disabled),
      deletedAtMs: parseOptionalTime("deleted_at", deletedAt),
    },
  };
}
