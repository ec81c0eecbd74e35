import { expect } from "vitest";
import type { JsonObject } from "../../../../src/json.ts";
import type { Script } from "../../support/upstream.ts";
import type { Members } from "../bodies.ts";
import { inColumn, type ByColumn, type Column, type Upstream } from "../column.ts";
import { recover, request } from "../fails.ts";
import { hear } from "../hear.ts";
import type { Reply } from "../reply.ts";
import { kept, type Row } from "../row.ts";
import { answers, bytesOf, inChunks, sseOf, wireOf } from "../wires.ts";
import { json } from "../../support/upstream.ts";

const said = { parts: [{ text: "It is raining in Lisbon." }] };

type Breaking = {
  /** How the provider's answer fails: the first part of a stream is always whole. */
  script(column: Column, begun: Buffer): Script;
  /** The status of a whole answer in another dialect, and the error there and in a stream. */
  status(column: Column): number;
  error: ByColumn<Record<Column["caller"], Members>>;
  /** What a caller of the same dialect gets. */
  same(column: Column, reply: Reply, begun: Buffer): void;
};

/** A row of answers that begin and do not end well. */
function breaks(name: string, { script, status, error, same }: Breaking): Row {
  return {
    name,
    async run(column, world) {
      const { caller, upstream, stream } = column;
      const begun = begunOf(column);
      const { reply } = await world.exchange(column, request(column), script(column, begun));
      await recover(column, world);
      if (caller === upstream) same(column, reply, begun);
      else {
        const told = inColumn(error, column)[caller];
        expect(reply.status).toBe(stream ? 200 : status(column));
        expect(hear(caller, reply).error).toEqual(caller === "openai" ? { param: null, ...told } : told);
        if (stream) expect(reply.body.toString()).toContain("It is rainin");
      }
      return kept;
    },
  };
}

/** A stream up to its first text; half of a whole answer. */
function begunOf(column: Column): Buffer {
  const wire = wireOf(column.upstream, said);
  if (!column.stream) return bytesOf(column, wire).subarray(0, 60);
  const until = wire.pieces.findIndex((piece) => JSON.stringify(piece).includes("It is rainin"));
  return Buffer.from(sseOf(column.upstream, wire.pieces.slice(0, until + 1)));
}

const busy: Record<Upstream, JsonObject> = {
  openai: { error: { message: "busy", type: "server_error", code: "overloaded" } },
  anthropic: { type: "error", error: { type: "overloaded_error", message: "busy" } },
  gemini: { error: { code: 503, message: "busy", status: "UNAVAILABLE" } },
};

const unavailable = (message: string) => ({
  openai: { message, type: "server_error", code: "unavailable" },
  anthropic: { type: "api_error", message },
});

const failedUnderway = (column: Column, begun: Buffer) =>
  Buffer.concat([begun, Buffer.from(sseOf(column.upstream, [busy[column.upstream]]))]);

const whole = (column: Column) => JSON.stringify(busy[column.upstream]);

const sameBytes = (reply: Reply, bytes: Buffer | string) => {
  expect(reply.status).toBe(200);
  expect(reply.body.toString()).toBe(bytes.toString());
};

/** Of a whole answer nothing is sent on before its end. */
const refusedWhole = (caller: Column["caller"], reply: Reply) => {
  expect(reply.status).toBe(503);
  expect(hear(caller, reply).error).toMatchObject({ message: "the provider's answer broke off" });
};

export const brokenRows: readonly Row[] = [
  breaks("An error behind status 200, in a stream or in place of an answer", {
    script: (column, begun) => (column.stream ? inChunks(failedUnderway(column, begun), 41) : json(200, whole(column))),
    status: ({ caller, upstream }) => (caller === "anthropic" && upstream !== "gemini" ? 529 : 503),
    error: {
      openai: { message: "busy", type: "server_error", code: "overloaded" },
      anthropic: { type: "overloaded_error", message: "busy" },
    },
    same: (column, reply, begun) => sameBytes(reply, column.stream ? failedUnderway(column, begun) : whole(column)),
  }),
  breaks("The connection breaks off", {
    script: (column, begun) => async (response) => {
      response.writeHead(200, {
        "content-type": column.stream ? "text/event-stream" : "application/json",
        ...(!column.stream && { "content-length": "5000" }),
      });
      response.write(begun);
      await new Promise((later) => setTimeout(later, 20));
      response.destroy();
    },
    status: () => 503,
    error: unavailable("the provider's answer broke off"),
    same: ({ caller, stream }, reply, begun) =>
      stream ? sameBytes(reply, `${begun.toString()}\n[cut off]`) : refusedWhole(caller, reply),
  }),
  breaks("It ends before its end", {
    script: (column, begun) => (column.stream ? inChunks(begun, 41) : json(200, begun.toString())),
    status: () => 502,
    error: ({ stream }) => unavailable(`the provider's answer ${stream ? "broke off" : "cannot be read"}`),
    same: (_column, reply, begun) => sameBytes(reply, begun),
  }),
  breaks("It cannot be read", {
    script: (column, begun) =>
      column.stream ? inChunks(Buffer.concat([begun, Buffer.from("data: {oh\n\n")]), 41) : json(200, "{oh"),
    status: () => 502,
    error: unavailable("the provider's answer cannot be read"),
    same: (column, reply, begun) => sameBytes(reply, column.stream ? `${begun.toString()}data: {oh\n\n` : "{oh"),
  }),
  {
    name: "Streams with pings, comments, unknown events and other line ends; whole answers with white space",
    async run(column, world) {
      const { caller, upstream, stream } = column;
      const bytes = stream ? noisy(upstream) : `\r\n ${bytesOf(column, wireOf(upstream, said)).toString()}\n`;
      const script = stream ? inChunks(Buffer.from(bytes), 1) : json(200, bytes);
      const { reply } = await world.exchange(column, request(column), script);
      if (caller === upstream) sameBytes(reply, bytes);
      else expect(JSON.stringify(hear(caller, reply).answer)).toContain("It is raining in Lisbon.");
      return kept;
    },
  },
  {
    name: "Whole, whatever was asked for",
    async run(column, world) {
      const { caller, upstream } = column;
      const { whole } = wireOf(upstream, said);
      const { reply } = await world.exchange(column, request(column), json(200, whole));
      if (caller === upstream) sameBytes(reply, JSON.stringify(whole));
      else expect(JSON.stringify(hear(caller, reply).answer)).toContain("It is raining in Lisbon.");
      expect(reply.headers.get("content-type")).toMatch(
        caller !== upstream && column.stream ? /event-stream/u : /json/u,
      );
      return kept;
    },
  },
  {
    name: "Its own id and its model's name",
    async run(column, world) {
      const { caller, upstream } = column;
      const { reply } = await world.exchange(column, request(column), answers(column, wireOf(upstream, said)));
      const id = { openai: "chatcmpl-1", anthropic: "msg_1", gemini: "r-1" }[upstream];
      const text = reply.body.toString();
      if (caller === upstream) sameBytes(reply, bytesOf(column, wireOf(upstream, said)));
      else for (const told of [`"id":"${id}"`, '"model":"m-1"']) expect(text).toContain(told);
      return kept;
    },
  },
];

/** A stream as the standard allows it, with what no reader should stumble over. */
function noisy(upstream: Upstream): string {
  const end = upstream === "openai" ? "data: [DONE]\n\n" : "";
  const wire = sseOf(upstream, wireOf(upstream, said).pieces) + end;
  const unknown = upstream === "anthropic" ? 'event: new_thing\ndata: {"type":"new_thing"}\n\n' : ": a comment\n\n";
  const [first, ...rest] = wire.split("\n\n");
  return [first, unknown.trimEnd(), ": ping", "id: 7\nretry: 5", ...rest]
    .join("\n\n")
    .replaceAll("\n", "\r\n")
    .replaceAll("data: ", "data:");
}
