import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort, startServer, type TestServer } from "../support/server.ts";

/** What a container's health is. */

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.remove());

function check(env: Record<string, string>): { code: number | null; stdout: string } {
  const program = resolve(import.meta.dirname, "../../deploy/healthcheck.mjs");
  const { status, stdout } = spawnSync(process.execPath, [program], {
    env: { ...process.env, ...env },
    encoding: "utf8",
  });
  return { code: status, stdout };
}

test.each(["127.0.0.1", "0.0.0.0", "localhost"])("is good beside a server that is ready, on %s", (host) => {
  const { code, stdout } = check({ CAIRN_HOST: host, CAIRN_PORT: String(server.port) });
  expect([code, JSON.parse(stdout)]).toEqual([0, { status: "ok", database: "ok", embedder: "ok" }]);
});

test("is bad, and says why, where none answers", async () => {
  const { code, stdout } = check({ CAIRN_PORT: String(await freePort()) });
  expect([code, stdout]).toEqual([1, expect.stringContaining("ECONNREFUSED")]);
});

test.each([
  ["blank", { CAIRN_HOST: "", CAIRN_PORT: " " }],
  ["what Kubernetes puts there", { CAIRN_HOST: " 0.0.0.0 ", CAIRN_PORT: "tcp://10.0.0.7:7070" }],
])("asks where the server listens whose variables are %s", (_, env) => {
  const fake = "globalThis.fetch = async (url) => new Response(url)";
  const program = resolve(import.meta.dirname, "../../deploy/healthcheck.mjs");
  const { stdout } = spawnSync(process.execPath, ["--import", `data:text/javascript,${fake}`, program], {
    env: { ...process.env, ...env },
    encoding: "utf8",
  });
  expect(stdout).toBe("http://127.0.0.1:7070/readyz\n");
});

test("is bad where something else answers", async () => {
  const { code } = check({ CAIRN_HOST: `127.0.0.1:${server.port}/nowhere#`, CAIRN_PORT: "0" });
  expect(code).toBe(1);
});
