import type { JsonObject } from "@bufbuild/protobuf";
import { GraphService } from "../../../gen/cairn/graph/v1/graph_pb.ts";
import type { Asker } from "../asker.ts";
import { integer, list, object, text } from "../schema.ts";
import { reads, type Tool } from "../tool.ts";

/** Of an entity, the last by time: of a user there may be thousands, which no model's context holds. */
const shownFacts = 50;

const input = object({
  q: text('A name, "user" or ent_...'),
  as_of: text("A day, ISO 8601"),
  limit: integer(),
});

export const graph: Tool = {
  name: "graph",
  description: "Look up people and things the user mentioned, and facts about the first match.",
  input,
  output: object({
    entities: list(object({ id: text(), name: text() })),
    facts: list(object({ sentence: text(), valid_from: text(), valid_to: text() })),
  }),
  annotations: reads,
  async run(args, asker) {
    const { q, as_of } = args;
    const day: JsonObject = as_of === undefined ? {} : { as_of };
    if (typeof q === "string" && q.startsWith("ent_")) return entityWithFacts(q, day, asker);
    const { entities } = (await asker.rpc(GraphService.method.listEntities, args)) as { entities: JsonObject[] };
    const [first] = entities;
    if (first === undefined || q === undefined) return { entities, facts: [] };
    const { facts } = await entityWithFacts(String(first["id"]), day, asker);
    return { entities, facts: facts! };
  },
};

async function entityWithFacts(id: string, day: JsonObject, asker: Asker): Promise<JsonObject> {
  const { entity } = await asker.rpc(GraphService.method.getEntity, { id, ...day });
  const { facts, timeline: _, has_more: __, ...named } = entity as JsonObject & { facts: JsonObject[] };
  return { entities: [named], facts: facts.slice(-shownFacts).map(told) };
}

/** What of a fact a model needs: its sentence says of whom and what, and its evidence is what `forget` takes. */
function told({ sentence, valid_from, valid_to, said_at, evidence }: JsonObject): JsonObject {
  return { sentence, valid_from, valid_to, said_at, evidence } as JsonObject;
}
