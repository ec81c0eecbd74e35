import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { startServer, type TestServer } from "../support/server.ts";
import { eras, overHttp, overStdio } from "./support/clients.ts";
import { describesMemory } from "./support/suite.ts";

/** Both eras, over HTTP, over stdio before a server, and over stdio on a data folder. */

let server: TestServer;
let folder: string;

beforeAll(async () => {
  server = await startServer();
  folder = mkdtempSync(join(tmpdir(), "cairn-mcp-"));
}, 60_000);

afterAll(async () => {
  await server.remove();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const ways = {
  http: (era: (typeof eras)[number], user: string) =>
    overHttp(era, server.url, { authorization: `Bearer ${server.key}`, "x-cairn-user": user }),
  "stdio before a server": (era: (typeof eras)[number], user: string) =>
    overStdio(era, ["--url", server.url, "--user", user], { CAIRN_KEY: server.key }),
  "stdio on a folder": (era: (typeof eras)[number], user: string) =>
    overStdio(era, ["--user", user], { CAIRN_DATA: folder }),
};

describe.each(eras)("%s", (era) => {
  describe.each(Object.entries(ways))("%s", (way, connect) => {
    let client: Client;

    beforeAll(async () => {
      client = await connect(era, `${era} ${way}`);
    }, 60_000);
    afterAll(() => client.close());

    describesMemory(() => client);
  });
});
