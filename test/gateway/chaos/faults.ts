import type { ServerResponse } from "node:http";
import { setImmediate as soon } from "node:timers/promises";
import type { Script } from "../support/upstream.ts";
import { wayOf, type Way } from "./ways.ts";
import { begin, contentType, wireOf } from "./wires.ts";

/** What providers do wrong, each on the real wire. Answers say this, where they get so far: */
export const said = "Grüße 😀 — it rains.";

export type Fault = (way: Way) => Script;

/** The same fault in whatever way a request comes. */
export const inAllWays =
  (fault: Fault): Script =>
  (response, request) =>
    fault(wayOf(request))(response, request);

export const answersWell: Fault = (way) => (response) => {
  response.writeHead(200, { "content-type": contentType(way) });
  response.end(wireOf(way, said));
};

export const resetsAtOnce: Fault = () => (response) => void response.socket?.resetAndDestroy();

export const cutsItsHead: Fault = () => (response) => void response.socket?.end("HTTP/1.1 200 OK\r\ncontent-ty");

export const speaksAnotherProtocol: Fault = () => (response) => void response.socket?.end("SSH-2.0-OpenSSH_9.6\r\n");

/** Halfway through the answer, what was sent having been taken. */
export const resetsInTheMiddle: Fault = (way) => (response) => {
  half(response, way);
  setTimeout(() => response.socket?.resetAndDestroy(), 5);
};

/** Half an event, or half a body, and then the end, as if that were all. */
export const stopsHalfway: Fault = (way) => (response) => {
  half(response, way);
  response.end();
};

/** Each byte by itself: characters of several are cut in all places. */
export const splitsItsBytes: Fault = (way) => async (response) => {
  response.writeHead(200, { "content-type": contentType(way) });
  for (const byte of Buffer.from(wireOf(way, said))) {
    response.write(Buffer.of(byte));
    await soon();
  }
  response.end();
};

/** Announces more than it sends. */
export const sendsTooLittle: Fault = (way) => lying(way, +100);

/** Announces less than it sends. */
export const sendsTooMuch: Fault = (way) => lying(way, -100);

export const refuses =
  (status: number): Fault =>
  () =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json", "x-should-retry": "false" });
    response.end(JSON.stringify({ error: { type: "overloaded", message: `says ${status}` } }));
  };

export const saysNothing: Fault = () => () => undefined;

export const fallsSilent: Fault = (way) => (response) => half(response, way);

export const sendsItsHeadOnly: Fault = (way) => (response) => {
  response.writeHead(200, { "content-type": contentType(way) });
  response.flushHeaders();
};

/** Says all, and keeps its answer open. */
export const neverEnds: Fault = (way) => (response) => {
  response.writeHead(200, { "content-type": contentType(way) });
  response.write(wireOf(way, said));
};

/** Behind a whole event, where there are events. */
export const fallsSilentBetweenEvents: Fault = (way) => (response) => {
  response.writeHead(200, { "content-type": contentType(way) });
  response.write(way.isStream ? begin[way.from] : "{");
};

function half(response: ServerResponse, way: Way): void {
  response.writeHead(200, { "content-type": contentType(way) });
  const wire = wireOf(way, said);
  // Within an event: behind its first line, in the middle of what it says.
  response.write(wire.slice(0, wire.indexOf("it rains")));
}

function lying(way: Way, by: number): Script {
  return (response) => {
    const body = Buffer.from(wireOf(way, said));
    const lines = ["HTTP/1.1 200 OK", `content-type: ${contentType(way)}`, `content-length: ${body.length + by}`];
    response.socket?.write(`${lines.join("\r\n")}\r\n\r\n`);
    response.socket?.end(body);
  };
}
