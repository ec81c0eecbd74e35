import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { BlockList, isIP } from "node:net";
import { createContextValues, type ContextValues } from "@connectrpc/connect";
import { callKey, type Call, type Note } from "../../call.ts";
import type { NodeRequest, NodeResponse } from "../exchange.ts";

const saneRequestId = /^[A-Za-z0-9._-]{1,128}$/;

/** Makes the call of a request, and gives its id back as `X-Request-Id`. */
export function createCall(request: NodeRequest, response: NodeResponse, proxies: TrustedProxies): Call {
  const { headers } = request;
  const given = headers["x-request-id"];
  const requestId = typeof given === "string" && saneRequestId.test(given) ? given : randomUUID();
  response.setHeader("X-Request-Id", requestId);
  return new EdgeCall(request, response, requestId, proxies);
}

/** A class, so that no request makes functions of its own. */
class EdgeCall implements Call {
  readonly requestId: string;
  readonly address: string;
  readonly startedAtMs = performance.now();
  readonly note: Note = { rpc: undefined, account: undefined, key: undefined, code: undefined, cause: undefined };
  readonly #headers: IncomingHttpHeaders;
  readonly #response: NodeResponse;

  constructor({ headers, socket }: NodeRequest, response: NodeResponse, requestId: string, proxies: TrustedProxies) {
    this.requestId = requestId;
    this.address = proxies.clientOf(socket.remoteAddress ?? "", headers["x-forwarded-for"]);
    this.#headers = headers;
    this.#response = response;
  }

  header(name: string): string | undefined {
    const value = this.#headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  }

  setHeader(name: string, value: string): void {
    if (!this.#response.headersSent) this.#response.setHeader(name, value);
  }
}

const calls = new WeakMap<NodeRequest, Call>();

/** Remembers the call of a request that another handler takes over. */
export function keepCall(request: NodeRequest, call: Call): void {
  calls.set(request, call);
}

/** The context values of a request that was handed to the Connect adapter: its option `contextValues`. */
export function callValues(request: NodeRequest): ContextValues {
  return createContextValues().set(callKey, calls.get(request));
}

/** Which peers are believed when they say for whom they ask. */
export class TrustedProxies {
  readonly #blocks = new BlockList();
  readonly #any: boolean;

  /** Addresses and subnets ("10.0.0.0/8"). Throws on what is neither. */
  constructor(proxies: readonly string[]) {
    this.#any = proxies.length > 0;
    for (const proxy of proxies) {
      const [address = "", bits] = proxy.split("/");
      const family = isIP(address);
      const prefix = bits === undefined ? (family === 6 ? 128 : 32) : Number(bits);
      if (family === 0 || !Number.isInteger(prefix)) throw new Error(`not an address or a subnet: "${proxy}"`);
      this.#blocks.addSubnet(address, prefix, family === 6 ? "ipv6" : "ipv4");
    }
  }

  /**
   * The caller's address: the peer, or where the peer is trusted, the last address of X-Forwarded-For that is not
   * itself a trusted proxy. What stands further left was written by the caller, and is not believed.
   */
  clientOf(peer: string, forwardedFor: string | string[] | undefined): string {
    let client = plain(peer);
    if (!this.#any || forwardedFor === undefined) return client;
    const hops = String(forwardedFor).split(",").map(plain);
    for (let hop = hops.pop(); hop !== undefined && this.#trusts(client); hop = hops.pop()) {
      if (isIP(hop) === 0) break;
      client = hop;
    }
    return client;
  }

  #trusts(address: string): boolean {
    const family = isIP(address);
    return family !== 0 && this.#blocks.check(address, family === 6 ? "ipv6" : "ipv4");
  }
}

/** An IPv4 address that came through a socket of IPv6 is shown as IPv4. */
const plain = (address: string): string => address.trim().replace(/^::ffff:(?=\d+\.)/i, "");
