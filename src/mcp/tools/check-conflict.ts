import { DirectivesService } from "../../../gen/cairn/directives/v1/directives_pb.ts";
import { anything, list, object, oneOf, text } from "../schema.ts";
import { reads, type Tool } from "../tool.ts";

/** Without REST's `scope`: a model names one that no rule has ("work"), and hears that all is safe. */
const input = object({ proposed_action: text("What you are about to do") }, ["proposed_action"]);

export const checkConflict: Tool = {
  name: "check_conflict",
  description: "Check an action against rules and anti-patterns before you act. On CONFLICT, ask the user instead.",
  input,
  output: object({
    status: oneOf(["SAFE", "WARNING", "CONFLICT"]),
    explanation: text(),
    directive_conflicts: list(object({ rule: text(), reason: text() })),
    pattern_conflicts: list(anything),
    warnings: list(anything),
  }),
  annotations: reads,
  run(args, asker) {
    return asker.rpc(DirectivesService.method.checkConflict, args);
  },
};
