import { connect } from "node:net";
import type { Answer } from "../support/rest.ts";

/** What is answered to a request whose body does not come. */
export async function late(server: { port: number; key: string }, path: string): Promise<Answer> {
  const socket = connect(server.port, "127.0.0.1");
  const head = [
    `POST ${path} HTTP/1.1`,
    "Host: localhost",
    `Authorization: Bearer ${server.key}`,
    "Content-Length: 13",
  ];
  socket.write(`${[...head, "Content-Type: application/json"].join("\r\n")}\r\n\r\n{`);
  let text = "";
  for await (const chunk of socket) {
    text += String(chunk);
    if (text.endsWith("}")) break;
  }
  socket.destroy();
  const [lines = "", body = ""] = text.split("\r\n\r\n");
  const [first = "", ...named] = lines.split("\r\n");
  const headers = new Headers(named.map((line) => line.split(": ") as [string, string]));
  return { status: Number(first.split(" ")[1]), headers, body: JSON.parse(body) };
}
