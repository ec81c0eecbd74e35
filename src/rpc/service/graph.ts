import type { HandlerContext, ServiceImpl } from "@connectrpc/connect";
import type { GetEntityRequest, GraphService, ListEntitiesRequest } from "../../../gen/cairn/graph/v1/graph_pb.ts";
import { found } from "../../error.ts";
import type { Graph } from "../../memory/graph/graph.ts";
import { scopeOf } from "../caller.ts";
import { formatFact, parseDay } from "../convert/graph.ts";
import { pageFields, pageRequest } from "../convert/page.ts";

export type GraphPorts = { graph: Pick<Graph, "entities" | "entity"> };

export class GraphHandlers implements ServiceImpl<typeof GraphService> {
  readonly #ports: GraphPorts;

  constructor(ports: GraphPorts) {
    this.#ports = ports;
  }

  async listEntities(request: ListEntitiesRequest, context: HandlerContext) {
    const scope = scopeOf(context, request.userId);
    const query = { q: request.q, asOf: parseDay("as_of", request.asOf) };
    const page = await this.#ports.graph.entities(scope, query, pageRequest(request));
    return { entities: page.items, ...pageFields(page) };
  }

  async getEntity(request: GetEntityRequest, context: HandlerContext) {
    const scope = scopeOf(context, request.userId);
    const entity = await this.#ports.graph.entity(scope, request.id, parseDay("as_of", request.asOf));
    const { facts, timeline, ...named } = found(entity, "entity", request.id);
    return { entity: { ...named, facts: facts.map(formatFact), timeline: timeline.map(formatFact) } };
  }
}
