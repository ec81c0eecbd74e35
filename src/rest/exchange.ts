import type { connectNodeAdapter } from "@connectrpc/connect-node";
import type { EdgeCall } from "./listen/edge-call.ts";

/** A plain handler of Node, for HTTP/1.1 and HTTP/2, as Connect makes it. */
export type NodeHandler = ReturnType<typeof connectNodeAdapter>;
export type NodeRequest = Parameters<NodeHandler>[0];
export type NodeResponse = Parameters<NodeHandler>[1];

/** A request with its response, HTTP/1.1 or HTTP/2, on its way through the listener. */
export type Exchange = {
  readonly request: NodeRequest;
  readonly response: NodeResponse;
  readonly call: EdgeCall;
  /** The template or page that answers; "unmatched" without one. */
  route: string;
  /** Whether the request was counted, or needs no counting any more: by a gate, an interceptor, or as the page wants it. */
  isCounted: boolean;
};
