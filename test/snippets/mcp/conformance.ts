import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Place } from "../exchange.ts";
import { run } from "../run.ts";
import type { World } from "../world.ts";

/** What MCP's own conformance tests ask of every server; the others ask for tools that only their example has. */
const scenarios = [
  "server-initialize",
  "ping",
  "tools-list",
  "resources-list",
  "prompts-list",
  "server-sse-multiple-streams",
  "dns-rebinding-protection",
];

const timeoutMs = 60_000;

export async function tryConformance({ server }: World, { folder }: Place): Promise<string[]> {
  const proxy = await authenticating(server.port, server.key);
  const program = join(folder, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
  const found: string[] = [];
  try {
    for (const scenario of scenarios) {
      const args = [program, "server", "--url", `http://localhost:${proxy.port}/mcp`, "--scenario", scenario];
      const { code, stdout, stderr } = await run(process.execPath, args, { cwd: folder, env: process.env, timeoutMs });
      if (code !== 0 || !/^Passed: (\d+)\/\1, 0 failed/mu.test(stdout)) found.push(`${scenario}: ${stdout}${stderr}`);
    }
  } finally {
    proxy.close();
  }
  return found;
}

/** The tests know no key: each request gets it on its way. */
async function authenticating(port: number, key: string): Promise<{ port: number; close(): void }> {
  const proxy = createServer((asked, answer) => {
    const headers = { ...asked.headers, authorization: `Bearer ${key}` };
    const options = { host: "127.0.0.1", port, path: asked.url, method: asked.method, headers };
    const passed = request(options, (got) => got.pipe(answer.writeHead(got.statusCode ?? 502, got.headers)));
    passed.on("error", () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((done) => proxy.listen(0, "localhost", done));
  return { port: (proxy.address() as AddressInfo).port, close: () => void proxy.close().closeAllConnections() };
}
