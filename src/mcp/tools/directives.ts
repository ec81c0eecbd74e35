import type { JsonObject } from "@bufbuild/protobuf";
import { DirectivesService } from "../../../gen/cairn/directives/v1/directives_pb.ts";
import type { Asker } from "../asker.ts";
import { integer, list, number, object, text } from "../schema.ts";
import { reads, type Tool } from "../tool.ts";

const pageSize = 200;

const input = object({ window_hours: integer("Default: all") });

export const directives: Tool = {
  name: "directives",
  description: "Read the user's standing rules before a task: MUST and NEVER bind you, PREFER and AVOID guide you.",
  input,
  output: object({
    directives: list(object({ id: text(), type: text(), rule: text(), priority: number })),
  }),
  annotations: reads,
  async run(args, asker) {
    const found = "window_hours" in args ? await stated(args, asker) : await live(asker);
    return { directives: found.map(({ id, type, rule, priority }) => ({ id, type, rule, priority }) as JsonObject) };
  },
};

/** What was stated in the last hours. */
async function stated(args: JsonObject, asker: Asker): Promise<JsonObject[]> {
  const { directives } = await asker.rpc(DirectivesService.method.getDirectives, args);
  return directives as JsonObject[];
}

/** Whatever their age: a rule holds until somebody takes it back, and whoever acts must know it. */
async function live(asker: Asker): Promise<JsonObject[]> {
  const all: JsonObject[] = [];
  for (let at: JsonObject = {}; ;) {
    const query = { status: ["live"], limit: pageSize, ...at };
    const page = await asker.rpc(DirectivesService.method.listDirectives, query);
    all.push(...(page["directives"] as JsonObject[]));
    const { next_cursor: cursor } = page;
    if (cursor === undefined) return all;
    at = { cursor };
  }
}
