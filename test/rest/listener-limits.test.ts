import { once } from "node:events";
import { connect } from "node:http2";
import { expect, test, vi } from "vitest";
import { parseConfig } from "../../src/config/config.ts";
import type { Page } from "../../src/rest/dispatch.ts";
import type { Exchange } from "../../src/rest/exchange.ts";
import { createHttp1 } from "../../src/rest/listen/servers.ts";
import { listenerLimits } from "../../src/server/listener-limits.ts";
import { startHarness } from "./harness.ts";
import { RawSocket } from "./socket.ts";

/** Node's own times of a listener with such an environment. */
function timesOf(environment: Record<string, string>) {
  const { config } = parseConfig(environment, "/");
  const { requestTimeout, timeout, keepAliveTimeout } = createHttp1(listenerLimits(config!));
  return { requestTimeout, timeout, keepAliveTimeout };
}

test("a connection outlasts the slowest model and the slowest request that are allowed", () => {
  expect(timesOf({})).toMatchObject({ requestTimeout: 60_000, timeout: 960_000 });
  const longest = {
    CAIRN_REQUEST_TIMEOUT_MS: "600000",
    CAIRN_FIRST_BYTE_TIMEOUT_MS: "3600000",
    CAIRN_SILENCE_TIMEOUT_MS: "3600000",
  };
  const { requestTimeout, timeout } = timesOf(longest);
  expect(requestTimeout).toBeGreaterThan(600_000);
  expect(timeout).toBeGreaterThan(3_600_000);
});

test("short times leave a connection the usual ones", () => {
  const shortest = {
    CAIRN_REQUEST_TIMEOUT_MS: "100",
    CAIRN_FIRST_BYTE_TIMEOUT_MS: "100",
    CAIRN_SILENCE_TIMEOUT_MS: "100",
  };
  expect(timesOf(shortest)).toMatchObject({ requestTimeout: 60_000, timeout: 600_000 });
});

test("a proxy's kept connection outlasts what proxies keep theirs for, else they would send requests that nobody hears", () => {
  const seconds = { nginx: 60, "AWS's": 60, Traefik: 90, Caddy: 120, "Azure's": 240, "Google's": 600 };
  const { keepAliveTimeout } = timesOf({ CAIRN_TRUSTED_PROXIES: "10.0.0.0/8" });
  expect(keepAliveTimeout).toBeGreaterThan(1_000 * Math.max(...Object.values(seconds)));
});

test("without a proxy callers are not asked to hold their idle connections for long: these count among all there may be", () => {
  expect(timesOf({}).keepAliveTimeout).toBe(65_000);
});

test("a connection above as many as may be is cut, which is told", async () => {
  const onCut = vi.fn<(fault?: Error) => void>();
  const harness = await startHarness({ limits: { connectionsMax: 1 }, onCut });
  const first = new RawSocket(harness.port).write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await expect.poll(() => first.text).toContain("HTTP/1.1 200");
  expect(await new RawSocket(harness.port).untilClosed()).toBe("");
  expect(onCut.mock.calls).toEqual([[]]);
  first.destroy();
  await harness.close();
});

test("pages that wait to be read leave a connection of HTTP/2 its other streams", async () => {
  const answer = Buffer.alloc(4 * 2 ** 20); // one for all: what waits is not copied
  const serve = ({ response }: Exchange) => void response.end(answer);
  const pages = new Map<string, Page>([["/page", { methods: ["GET"], counts: "never", serve }]]);
  const harness = await startHarness({ pages });
  const session = connect(harness.url);
  const unread = Array.from({ length: 99 }, () => session.request({ ":path": "/page" }));
  await Promise.all(unread.map((stream) => once(stream, "response")));
  const [headers] = await once(session.request({ ":path": "/none" }), "response");
  expect(headers).toMatchObject({ ":status": 404 });
  session.destroy();
  await harness.close();
});
