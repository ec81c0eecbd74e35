import { expect } from "vitest";
import type { JsonObject } from "../../../src/json.ts";
import { base, arrivesAs, modelOf, type Members } from "./bodies.ts";
import { inColumn, type ByColumn, type Caller, type Column, type Upstream } from "./column.ts";
import { hear } from "./hear.ts";
import { kept, type Outcome, type Row } from "./row.ts";
import { answers, wireOf } from "./wires.ts";
import type { Exchange, World } from "./world.ts";

export type Asking = {
  /** The caller's members beside the usual ones, or why its dialect has no word for them. */
  from: Record<Caller, ByColumn<Members | string>>;
  /** What of them arrives at a provider of another dialect, beside what of the usual does. */
  at: Partial<Record<Upstream, ByColumn<Members>>>;
  /** What of them arrives at a provider of the same dialect, where not all does; `lost` then tells of it. */
  ownAt?: Partial<Record<Upstream, Members>>;
  /** `X-Cairn-Loss` where the provider's dialect is another. */
  lost?: Partial<Record<Upstream, ByColumn<string | undefined>>>;
  models?: Partial<Record<Upstream, string>>;
};

/** A row of what is asked: the same dialect gets the same bytes, another exactly what is said here. */
export function asks(name: string, asking: Asking): Row {
  return { name, run: (column, world) => runAsking(asking, column, world) };
}

async function runAsking({ from, at, ownAt, lost, models }: Asking, column: Column, world: World): Promise<Outcome> {
  const { caller, upstream } = column;
  const members = inColumn(from[caller], column);
  if (typeof members === "string") return { is: "absent", why: members };
  const model = models?.[upstream] ?? modelOf[upstream];
  const told = inColumn<string | undefined>(lost?.[upstream], column);
  const body = JSON.stringify(base(column, model, members));
  const exchange = await world.exchange(
    column,
    body,
    answers(column, wireOf(upstream, { parts: [{ text: "Fine." }] })),
  );
  expectFine(column, exchange);
  if (caller === upstream) {
    const own = ownAt?.[upstream];
    expect(exchange.arrived?.body.toString()).toBe(own ? JSON.stringify(base(column, model, own)) : body);
    return expectLoss(exchange, own && told);
  }
  const expected = inColumn(at[upstream] ?? {}, column);
  expect(JSON.parse(String(exchange.arrived?.body))).toEqual(arrivesAs(column, model, expected));
  return expectLoss(exchange, told);
}

/** The answer came through. */
export function expectFine(column: Column, { reply }: Exchange): void {
  expect(reply.body.toString(), `status ${reply.status}`).toContain("Fine.".slice(0, 2));
  const { answer } = column.caller === column.upstream ? { answer: undefined } : hear(column.caller, reply);
  if (answer) expect(textOf(answer)).toBe("Fine.");
  expect(reply.status).toBe(200);
}

function textOf({ content }: JsonObject): unknown {
  return Array.isArray(content) ? (content[0] as JsonObject)["text"] : content;
}

/** Exactly this was lost, and told. */
export function expectLoss({ reply }: Exchange, told: string | undefined): Outcome {
  expect(reply.headers.get("x-cairn-loss")).toBe(told ?? null);
  return told === undefined ? kept : { is: "lost", told };
}
