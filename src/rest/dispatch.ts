import type { DescService } from "@bufbuild/protobuf";
import type { Call } from "../call.ts";
import { AppError, invalid } from "../error.ts";
import { nearest } from "../nearest.ts";
import type { Cors } from "./listen/cors.ts";
import { toAppError, type ErrorForm } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import { checkHost, hostOf, toOriginForm } from "./listen/host.ts";
import { sendError, writeHead } from "./reply.ts";
import type { RpcHandler } from "./rpc/handler.ts";
import type { RestRouter } from "./transcode/rest-router.ts";

/** A path beside the API: health, metrics, documents. What `serve` throws is answered as an error. */
export type Page = {
  /** Such as GET, with which HEAD goes. */
  methods: readonly string[];
  /**
   * Who counts a request against its caller's window, and has its answer tell what is left: the dispatcher before the page
   * serves it, the page itself, or nobody.
   */
  counts: "dispatcher" | "itself" | "never";
  /** Another path of a page, for a client that asks for it by mistake: no error offers it. */
  isAlias?: true;
  serve(exchange: Exchange, query: string): void | Promise<void>;
};

/** Paths that clients of others ask, which expect errors in words of their own. */
export type ForeignPaths = {
  /** What they begin with: `/v1/`. */
  prefix: string;
  /** Which there are, as an error says it. */
  served: string;
  /** What to do in place of asking one that others have and this server has not. */
  insteadOf(path: string): string | undefined;
  errorBody: ErrorForm;
};

export type Routes = {
  rest: RestRouter;
  /** By exact path. */
  pages: ReadonlyMap<string, Page>;
  /** gRPC, gRPC-Web and Connect: the services, and the handler that answers for their paths. */
  rpc?: { services: readonly DescService[]; handler: RpcHandler };
  foreign?: ForeignPaths;
};

export type DispatchHooks = {
  /** Counts a request that no gate sees, and sets the headers that tell what is left. Errors: rate_limited. */
  count?: (call: Call) => void | Promise<void>;
  /** Sets the headers that tell what is left, of a request that is not counted. */
  look?: (call: Call) => void;
  /** A fault of ours, for the log: what was thrown. The caller is told nothing of it. */
  onFault: (error: unknown, call: Call) => void;
};

/** Characters of a path that is compared with those there are: longer ones are no slip, and would cost time. */
const mistypedMax = 64;
/** Characters that are wrong, missing or too many: a slip, or "/v1" twice. */
const editsMax = 3;
/** What all paths of the API share says nothing of which one was meant. */
const sharedPrefix = /^(\/api)?\/v1(?=\/)/;

/** Leads a request to the REST API, a page or RPC, in this order, and answers what they throw. It never throws itself. */
export class Dispatcher {
  readonly #routes: Routes;
  readonly #hooks: DispatchHooks;
  readonly #cors: Cors;
  readonly #rpcPaths: ReadonlySet<string>;
  /** The last Host that was served: the next request has the same, almost always. */
  #servedHost: unknown;

  constructor(routes: Routes, cors: Cors, hooks: DispatchHooks) {
    this.#routes = routes;
    this.#cors = cors;
    this.#hooks = hooks;
    const methods = (routes.rpc?.services ?? []).flatMap((service) => service.methods);
    this.#rpcPaths = new Set(methods.map((method) => `/${method.parent.typeName}/${method.name}`));
  }

  /** `allowedHosts` is undefined where any Host is served. */
  async dispatch(exchange: Exchange, allowedHosts: ReadonlySet<string> | undefined): Promise<void> {
    try {
      if (exchange.request.method === "OPTIONS") {
        exchange.isCounted = true;
        this.#hooks.look?.(exchange.call);
      }
      toOriginForm(exchange.request);
      const host = hostOf(exchange.request);
      if (host === undefined || host !== this.#servedHost) {
        checkHost(host, allowedHosts);
        this.#servedHost = host;
      }
      if (!this.#cors.handle(exchange)) await this.#serve(exchange);
    } catch (thrown) {
      await this.#answerError(exchange, thrown);
    }
  }

  #serve(exchange: Exchange): void | Promise<void> {
    const { request, response, call } = exchange;
    const { method = "", url = "" } = request;
    const mark = url.indexOf("?");
    const path = mark < 0 ? url : url.slice(0, mark);
    const query = mark < 0 ? "" : url.slice(mark + 1);
    if (!/^\/[\x21-\x7e]*$/.test(url)) throw invalid("path", "must begin with / and be percent-encoded");

    const match = this.#routes.rest.match(method, path);
    if (match.kind === "found") {
      exchange.route = match.target.path;
      return match.target.serve(exchange, match.variables, query);
    }
    if (match.kind === "other_methods") return refuseMethod(exchange, match.allow);

    const page = this.#routes.pages.get(path);
    if (page) {
      exchange.route = path;
      return this.#servePage(exchange, page, query);
    }
    if (this.#routes.rpc && this.#rpcPaths.has(path)) {
      exchange.route = path;
      const isCounted = exchange.isCounted;
      exchange.isCounted = true;
      call.handOver(request, response);
      return this.#routes.rpc.handler(request, response, async () => {
        if (!isCounted) await this.#countUnseen(call);
      });
    }
    throw this.#noPath(path);
  }

  #noPath(path: string): AppError {
    const { foreign } = this.#routes;
    const instead = foreign?.insteadOf(path);
    if (instead !== undefined) return new AppError("not_found", `no such path: ${path.slice(0, 200)}; ${instead}`);
    const near = path.length > mistypedMax ? [] : this.#pathsNear(path.replace(/(?<=.)\/$/u, ""));
    const served = foreign && path.startsWith(foreign.prefix) ? `; the gateway's paths are ${foreign.served}` : "";
    const hint = near.map((other) => `; the nearest is ${other}`).join("") || served;
    return new AppError("not_found", `no such path: ${path.slice(0, 200)}${hint}`);
  }

  /** A template is compared with the values that the asked path has in the places of its variables. */
  #pathsNear(asked: string): string[] {
    const { pages, rest } = this.#routes;
    const listed = [...pages].filter(([, page]) => !page.isAlias).map(([path]) => path);
    const values = asked.split("/");
    const fill = (segment: string, at: number) => (segment.startsWith("{") ? values[at] || segment : segment);
    const templates = new Map(
      [...listed, ...rest.paths()].map((template) => [template.split("/").map(fill).join("/"), template]),
    );
    // Where half of it is wrong, it is another word and no slip.
    const edits = Math.min(editsMax, Math.floor(asked.replace(sharedPrefix, "").length / 2));
    return nearest(asked, [...templates.keys()], 1, edits).map((filled) => templates.get(filled)!);
  }

  async #servePage(exchange: Exchange, page: Page, query: string): Promise<void> {
    const methods = page.methods.includes("GET") ? [...page.methods, "HEAD"] : page.methods;
    if (!methods.includes(exchange.request.method ?? "")) return refuseMethod(exchange, [...methods, "OPTIONS"].sort());
    exchange.isCounted = true;
    if (page.counts === "dispatcher") await this.#hooks.count?.(exchange.call);
    return page.serve(exchange, query);
  }

  /** What is refused anyway is answered so, whether or not it could be counted. */
  async #countUnseen(call: Call): Promise<void> {
    try {
      await this.#hooks.count?.(call);
    } catch (fault) {
      if (!(fault instanceof AppError)) this.#hooks.onFault(fault, call);
    }
  }

  async #answerError(exchange: Exchange, thrown: unknown): Promise<void> {
    const { call } = exchange;
    const error = toAppError(thrown);
    call.note.code ??= error.code;
    const ours = error.code === "internal" || error.code === "unavailable";
    if (ours && error.cause !== undefined) this.#hooks.onFault(error.cause, call);
    else if (error.code === "internal") this.#hooks.onFault(error, call);
    if (!exchange.isCounted) await this.#countUnseen(call);
    try {
      const { foreign } = this.#routes;
      const isForeign = foreign && exchange.request.url?.startsWith(foreign.prefix);
      sendError(exchange, error, isForeign ? foreign.errorBody : undefined);
    } catch (fault) {
      this.#hooks.onFault(fault, call);
      exchange.response.destroy();
    }
  }
}

/** 405, or the answer to OPTIONS: both tell what the path has. */
function refuseMethod(exchange: Exchange, allow: string[]): void {
  const { request, response } = exchange;
  if (request.method !== "OPTIONS") {
    throw new AppError("method_not_allowed", `this path does not allow ${request.method}, only ${allow.join(", ")}`, {
      allow,
    });
  }
  writeHead(exchange, 204, { Allow: allow.join(", ") });
  response.end();
}
