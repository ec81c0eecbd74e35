/** The barest reverse proxy: node:http on both sides, kept connections, nothing looked at. Argument: where to. */
import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";
import { parent } from "../support/child.ts";

const { hostname, port: target } = new URL(process.argv[2]!);
const agent = new Agent({ keepAlive: true });
const server = createServer((incoming, response) => {
  const { method, url: path, headers } = incoming;
  const outgoing = request({ hostname, port: target, agent, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    pipeline(answer, response, () => undefined);
  });
  pipeline(incoming, outgoing, () => undefined);
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo; // it listens on TCP
parent({ url: `http://127.0.0.1:${port}` });
