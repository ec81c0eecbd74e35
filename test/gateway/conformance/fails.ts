import { expect } from "vitest";
import type { JsonObject } from "../../../src/json.ts";
import { json } from "../support/upstream.ts";
import { base, modelOf, type Members } from "./bodies.ts";
import { inColumn, type ByColumn, type Caller, type Column, type Upstream } from "./column.ts";
import { hear } from "./hear.ts";
import { kept, type Outcome, type Row } from "./row.ts";
import { answers, wireOf } from "./wires.ts";
import type { World } from "./world.ts";

export type Failing = {
  status: number | Record<Upstream, number>;
  /** The provider's body: an object, or text that is no JSON. */
  body: Record<Upstream, object | string>;
  headers?: Record<string, string>;
  /** What a caller of another dialect gets. */
  heard: ByColumn<Told>;
  /** A caller of the same dialect gets it too, not what the provider said. */
  ours?: true;
};

export type Told = Record<Caller, { status: number; error: Members }>;

/** A row of what a provider says in place of an answer: in the same dialect its own bytes, in another their meaning. */
export function fails(name: string, failing: Failing): Row {
  return { name, run: (column, world) => runFailing(failing, column, world) };
}

async function runFailing(failing: Failing, column: Column, world: World): Promise<Outcome> {
  const { caller, upstream } = column;
  const { headers = {} } = failing;
  const status = typeof failing.status === "number" ? failing.status : failing.status[upstream];
  const said = failing.body[upstream];
  const body = typeof said === "string" ? said : JSON.stringify(said);
  const { reply } = await world.exchange(column, request(column), json(status, body, headers));
  await recover(column, world);
  for (const [header, value] of Object.entries(headers)) expect(reply.headers.get(header)).toBe(value);
  if (caller === upstream && !failing.ours) {
    expect(reply.status).toBe(status);
    expect(reply.body.toString()).toBe(body);
    return kept;
  }
  const expected = inColumn<Told>(failing.heard, column)[caller];
  expect(reply.status).toBe(expected.status);
  expectError(caller, reply.headers, hear(caller, reply).error, expected.error);
  return kept;
}

function expectError(caller: Caller, headers: Headers, error: JsonObject | undefined, expected: Members): void {
  expect(error).toEqual(caller === "openai" ? { param: null, ...expected } : expected);
  expect(headers.get("content-type")).toBe("application/json");
  expect(headers.get(caller === "openai" ? "x-request-id" : "request-id")).toBeTruthy();
}

/** An answer between failures: a provider with too many in a row is left alone. */
export async function recover(column: Column, world: World): Promise<void> {
  const fine = answers(column, wireOf(column.upstream, { parts: [{ text: "Fine." }] }));
  const { reply } = await world.exchange(column, request(column), fine);
  expect(reply.status).toBe(200);
}

export function request(column: Column): string {
  return JSON.stringify(base(column, modelOf[column.upstream], {}));
}
