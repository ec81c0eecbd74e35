import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Asker } from "./asker.ts";
import { createMcpServer } from "./server.ts";

/** MCP over this process's standard input and output, in the era that the client opens with, until either side or `signal` ends it. */
export async function serveOverStdio(version: string, asker: Asker, signal: AbortSignal): Promise<void> {
  const over = Promise.withResolvers<void>();
  const end = () => over.resolve();
  if (signal.aborted) return;
  signal.addEventListener("abort", end);
  process.stdin.once("end", end).once("close", end).once("error", end);
  process.stdout.once("error", end);
  const onerror = ({ message }: Error) => console.error(`warning: ${message.slice(0, 500)}`);
  const connection = serveStdio(() => createMcpServer(version, () => asker), { maxSubscriptions: 0, onerror });
  await over.promise;
  await connection.close();
}
