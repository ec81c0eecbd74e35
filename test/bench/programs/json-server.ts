import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** The barest JSON server there is: node:http, a body read whole, parsed, answered. */
export async function serveJson(answer: (body: unknown) => unknown): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.once("end", () => {
      const text = chunks.length === 0 ? "{}" : Buffer.concat(chunks).toString();
      const body = Buffer.from(JSON.stringify(answer(JSON.parse(text))));
      response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
      response.end(body);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return { url: `http://127.0.0.1:${port}`, server };
}
