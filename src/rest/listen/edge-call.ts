import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { BlockList, isIP } from "node:net";
import { createContextValues, type ContextValues } from "@connectrpc/connect";
import { callKey, type Call, type Note } from "../../call.ts";
import { cutUntaken } from "../cut-untaken.ts";
import type { NodeRequest, NodeResponse } from "../exchange.ts";
import { plainAddress } from "./host.ts";

const saneRequestId = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * The call of a request, whose id goes back as `X-Request-Id`. What is set on it waits until our own reply writes the
 * head, in one piece: a header set on Node's response by itself costs several times that. A class, so that no request
 * makes functions of its own.
 */
export class EdgeCall implements Call {
  readonly requestId: string;
  readonly address: string;
  readonly startedAtMs = performance.now();
  readonly note: Note = { rpc: undefined, account: undefined, key: undefined, code: undefined, cause: undefined };
  /** What the head of the answer will have, unless another handler writes it. */
  readonly answerHeaders: Record<string, string>;
  /** Whether we cut the answer: it failed under way, or was ended and not taken. */
  isCut = false;
  readonly #headers: IncomingHttpHeaders;
  readonly #rawHeaders: readonly string[];
  #response: NodeResponse | undefined;

  constructor({ headers, rawHeaders, socket }: NodeRequest, proxies: TrustedProxies) {
    const given = headers["x-request-id"];
    this.requestId = typeof given === "string" && saneRequestId.test(given) ? given : randomUUID();
    this.address = proxies.clientOf(socket.remoteAddress ?? "", headers["x-forwarded-for"]);
    this.answerHeaders = { "X-Request-Id": this.requestId };
    this.#headers = headers;
    this.#rawHeaders = rawHeaders;
  }

  header(name: string): string | undefined {
    const value = this.#headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  }

  repeated(): string | undefined {
    const steering = this.#rawHeaders.filter((name, at) => at % 2 === 0 && isSteering(name));
    const names = steering.map((name) => name.toLowerCase());
    return steering.find((_, at) => names.indexOf(names[at]!) < at);
  }

  setHeader(name: string, value: string): void {
    if (this.#response === undefined) this.answerHeaders[name] = value;
    else if (!this.#response.headersSent) this.#response.setHeader(name, value);
  }

  cutAfter(signal: AbortSignal): void {
    if (this.#response) cutUntaken(this.#response, this, signal);
  }

  /** Another handler takes the request over, and writes the head: what is set goes to the response from now on. */
  handOver(request: NodeRequest, response: NodeResponse): void {
    calls.set(request, this);
    this.#response = response;
    for (const [name, value] of Object.entries(this.answerHeaders)) response.setHeader(name, value);
  }
}

/** Ours, and Open WebUI's name of its user. */
const steeringName = /^x-(?:cairn-|openwebui-user-id$)/iu;

/** Of every header of every request: most are told by their first letter. */
function isSteering(name: string): boolean {
  return (name[0] === "x" || name[0] === "X") && steeringName.test(name);
}

const calls = new WeakMap<NodeRequest, Call>();

/** The context values of a request that was handed over: by them an RPC has its call. */
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
    let client = plainAddress(peer);
    if (!this.#any || forwardedFor === undefined) return client;
    const hops = String(forwardedFor)
      .split(",")
      .map((hop) => plainAddress(withoutPort(hop.trim())));
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

/** An address that may have a port, as some proxies tell it; one of IPv6 is in brackets then. */
function withoutPort(hop: string): string {
  const [, inBrackets, plain = inBrackets] = /^(?:\[(.*)\]|([\d.]+))(?::\d+)?$/.exec(hop) ?? [];
  return plain ?? hop;
}
