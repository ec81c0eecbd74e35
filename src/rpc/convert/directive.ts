import type { MessageInitShape } from "@bufbuild/protobuf";
import type { DirectiveSchema, EditDirectiveRequest } from "../../../gen/cairn/directives/v1/directives_pb.ts";
import { noneGiven } from "../../error.ts";
import type { StandingDirective } from "../../memory/rulebook/viewer.ts";
import { formatOptionalTime, formatTime } from "./time.ts";

const states = ["live", "disabled", "replaced", "retracted"] as const satisfies StandingDirective["status"][];

/** The named states; those that can bind where none is named. The contract's rules let through no other name. */
export function parseStates(named: readonly string[]): StandingDirective["status"][] {
  return named.length === 0 ? ["live", "disabled"] : states.filter((state) => named.includes(state));
}

export function parseEdit({ pinned, disabled }: EditDirectiveRequest): { pinned?: boolean; disabled?: boolean } {
  if (pinned === undefined && disabled === undefined) throw noneGiven(["pinned", "disabled"]);
  return { ...(pinned !== undefined && { pinned }), ...(disabled !== undefined && { disabled }) };
}

export function formatDirective(directive: StandingDirective): MessageInitShape<typeof DirectiveSchema> {
  const { id, type, rule, priority, source, createdAtMs, evidence, user, pinned, status, endedAtMs, endedBy } =
    directive;
  return {
    id,
    type,
    rule,
    priority,
    source,
    createdAt: formatTime(createdAtMs),
    evidence,
    userId: user,
    pinned,
    status,
    endedAt: formatOptionalTime(endedAtMs),
    endedBy,
  };
}
