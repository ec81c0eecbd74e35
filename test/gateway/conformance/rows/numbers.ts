import { expect } from "vitest";
import { json } from "../../support/upstream.ts";
import { base, modelOf } from "../bodies.ts";
import { request } from "../fails.ts";
import { kept, type Row } from "../row.ts";
import { answers, bytesOf, inChunks, wireOf } from "../wires.ts";
import { tool, turns } from "./turns.ts";

/** Ends in 3 on the wire: no double holds that, and whoever parses it and writes it again makes it end in 2. */
const input = '{"id":9007199254740992}';
const written = (text: string) => text.replaceAll("740992", "740993");

export const numberRows: readonly Row[] = [
  {
    name: "Whole numbers that a double does not hold, in arguments and schemas",
    async run(column, world) {
      const { caller, upstream } = column;
      const schema = { type: "object", properties: { id: { type: "integer", maximum: 9007199254740992 } } };
      const said = [{ user: "hi" }, { calls: [{ id: "a", name: "f", input }] }, { results: [{ id: "a", text: "x" }] }];
      const tools = [caller === "openai" ? tool.openai("f", schema) : tool.anthropic("f", schema)];
      const body = written(JSON.stringify(base(column, modelOf[upstream], { ...turns[caller](said), tools })));
      const fine = answers(column, wireOf(upstream, { parts: [{ text: "Fine." }] }));
      const { arrived, reply } = await world.exchange(column, body, fine);
      expect(reply.status).toBe(200);
      expect(arrived?.body.toString().match(/90071992547409\d+/gu)).toEqual(["9007199254740993", "9007199254740993"]);
      return kept;
    },
  },
  {
    name: "Whole numbers that a double does not hold, in the arguments of an answer",
    async run(column, world) {
      const wire = wireOf(column.upstream, { parts: [{ call: "f", input }] });
      const sent = written(bytesOf(column, wire).toString());
      const script = column.stream ? inChunks(Buffer.from(sent), 41) : json(200, sent);
      const { reply } = await world.exchange(column, request(column), script);
      expect(reply.status).toBe(200);
      expect(reply.body.toString().match(/74099\d/gu)).toEqual(["740993"]);
      return kept;
    },
  },
];
