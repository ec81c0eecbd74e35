import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Call } from "../../call.ts";
import type { Metrics } from "../../observe/metrics.ts";
import { packageRoot } from "../package.ts";
import type { Readiness } from "../core/readiness.ts";
import type { Page } from "../../rest/dispatch.ts";
import type { Exchange } from "../../rest/exchange.ts";
import { isLoopback } from "../../rest/listen/host.ts";
import { send } from "../../rest/reply.ts";
import { docsHeaders, docsPage } from "./docs-page.ts";

export type PagePorts = {
  readiness: Readiness;
  metrics: Metrics;
  /** Throws unless the call has a key with the scope `admin`. */
  authorizeAdmin(call: Call): Promise<void>;
};

/** What stands beside the API: health, metrics, documents. */
export async function createPages(ports: PagePorts): Promise<Map<string, Page>> {
  const openapi = await readFile(join(packageRoot, "gen", "openapi.json"), "utf8");
  return new Map<string, Page>([
    ["/healthz", uncounted((exchange) => json(exchange, 200, { status: "ok" }))],
    [
      "/readyz",
      uncounted(async (exchange) => {
        const report = await ports.readiness.report();
        json(exchange, report.status === "ok" ? 200 : 503, report);
      }),
    ],
    [
      "/metrics",
      uncounted(async (exchange) => {
        if (!isLocal(exchange.call)) await ports.authorizeAdmin(exchange.call);
        const { contentType, text } = await ports.metrics.expose();
        send(exchange, 200, text, {}, contentType);
      }),
    ],
    ["/", page((exchange) => send(exchange, 302, "", { Location: "/docs" }, "text/plain"))],
    ["/openapi.json", page((exchange) => send(exchange, 200, openapi))],
    ["/docs", page((exchange) => send(exchange, 200, docsPage, docsHeaders, "text/html; charset=utf-8"))],
  ]);
}

/**
 * A proxy on this machine that is not configured as trusted calls from here too, but for anybody; and so does a browser, for
 * a page of any site. What a browser sends of its own page, as when the address is typed, is `none` or `same-origin`.
 */
function isLocal(call: Call): boolean {
  if (!isLoopback(call.address) || forAnybody.some((name) => call.header(name) !== undefined)) return false;
  return ["none", "same-origin"].includes(call.header("sec-fetch-site") ?? "none");
}

const forAnybody = ["forwarded", "x-forwarded-for", "x-real-ip", "origin"];

function page(serve: Page["serve"]): Page {
  return { methods: ["GET"], counts: "dispatcher", serve };
}

/** For probes, which come often and from one address: they use up nobody's window. */
function uncounted(serve: Page["serve"]): Page {
  return { ...page(serve), counts: "never" };
}

function json(exchange: Exchange, status: number, body: object): void {
  send(exchange, status, JSON.stringify(body), { "Cache-Control": "no-store" });
}
