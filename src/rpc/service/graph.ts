import type { ServiceImpl } from "@connectrpc/connect";
import type { GraphService } from "../../../gen/cairn/graph/v1/graph_pb.ts";
import { found } from "../../error.ts";
import type { Graph } from "../../memory/graph/graph.ts";
import { scopeOf } from "../caller.ts";
import { formatFact, parseDay } from "../convert/graph.ts";
import { pageFields, pageRequest } from "../convert/page.ts";

export type GraphPorts = { graph: Pick<Graph, "entities" | "entity"> };

export function graphHandlers(ports: GraphPorts) {
  return {
    async listEntities(request, context) {
      const scope = scopeOf(context, request.userId);
      const query = { q: request.q, asOf: parseDay("as_of", request.asOf) };
      const page = await ports.graph.entities(scope, query, pageRequest(request));
      return { entities: page.items, ...pageFields(page) };
    },

    async getEntity(request, context) {
      const scope = scopeOf(context, request.userId);
      const entity = await ports.graph.entity(scope, request.id, parseDay("as_of", request.asOf));
      const { facts, timeline, ...named } = found(entity, "entity", request.id);
      return { entity: { ...named, facts: facts.map(formatFact), timeline: timeline.map(formatFact) } };
    },
  } satisfies ServiceImpl<typeof GraphService>;
}
