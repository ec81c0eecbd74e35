import { DirectivesService } from "../../../gen/cairn/directives/v1/directives_pb.ts";
import { integer, list, number, object, text } from "../schema.ts";
import { reads, type Tool } from "../tool.ts";

/** A year: a rule holds until somebody takes it back, and whoever acts must know it. In hours. */
const longestWindow = 8_760;

const input = object({ window_hours: integer("Default 8760") });

export const directives: Tool = {
  name: "directives",
  description: "Read the user's standing rules, before a task: MUST and NEVER bind you, PREFER and AVOID guide you.",
  input,
  output: object({
    directives: list(object({ id: text(), type: text(), rule: text(), priority: number })),
  }),
  annotations: reads,
  run(args, asker) {
    return asker.rpc(DirectivesService.method.getDirectives, { window_hours: longestWindow, ...args });
  },
};
