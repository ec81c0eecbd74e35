import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import { GraphService } from "../../../gen/cairn/graph/v1/graph_pb.ts";
import type { Asker } from "../asker.ts";
import { integer, list, object, text } from "../schema.ts";
import { argumentsOf, reads, type Tool } from "../tool.ts";

const input = object({
  about: text("A name, a part of one, or ent_…"),
  as_of: text("A day, ISO 8601"),
  limit: integer(),
});

export const graph: Tool = {
  name: "graph",
  description: "Look up people and things that the user spoke of, and the facts of the first that fits.",
  input,
  output: object({
    entities: list(object({ id: text(), name: text() })),
    facts: list(object({ sentence: text(), valid_from: text(), valid_to: text() })),
  }),
  annotations: reads,
  async run({ about, ...rest }, asker) {
    const { method } = GraphService;
    if (typeof about === "string" && about.startsWith("ent_")) {
      const { as_of } = rest;
      return factsOf(about, as_of === undefined ? {} : { as_of }, asker);
    }
    const asked = about === undefined ? rest : { ...rest, q: about };
    const allowed = argumentsOf(input).map((name) => (name === "about" ? "q" : name));
    const { entities } = (await asker.rpc(method.listEntities, asked, allowed)) as { entities: JsonObject[] };
    const [first] = entities;
    if (first === undefined || about === undefined) return { entities, facts: [] };
    const { facts } = await factsOf(
      first["id"] as string,
      rest.as_of === undefined ? {} : { as_of: rest.as_of },
      asker,
    );
    return { entities, facts: facts! };
  },
};

async function factsOf(id: string, day: { as_of?: JsonValue }, asker: Asker): Promise<JsonObject> {
  const { entity } = await asker.rpc(GraphService.method.getEntity, { id, ...day });
  const { facts, timeline: _, ...named } = entity as JsonObject;
  return { entities: [named], facts: facts! };
}
