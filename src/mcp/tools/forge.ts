import { PatternsService } from "../../../gen/cairn/patterns/v1/patterns_pb.ts";
import { anything, list, object, text, texts } from "../schema.ts";
import { type Tool } from "../tool.ts";

const input = object(
  {
    title: text("A known title makes a new version"),
    problem: text(),
    solution: text(),
    works_when: texts,
    anti_patterns: texts,
    tags: texts,
  },
  ["title", "problem", "solution"],
);

export const forge: Tool = {
  name: "forge",
  description: "Turn a proven solution into a reusable pattern. Returns patterns that say nearly the same.",
  input,
  output: object({
    id: text(),
    status: text(),
    similar: list(anything),
  }),
  // Earlier versions are kept.
  annotations: { destructiveHint: false, idempotentHint: true },
  async run(args, asker) {
    const { message: _, ...pattern } = await asker.rpc(PatternsService.method.forge, args);
    return pattern;
  },
};
