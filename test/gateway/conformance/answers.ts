import { expect } from "vitest";
import type { JsonObject } from "../../../src/json.ts";
import { base, modelOf, type Members } from "./bodies.ts";
import { inColumn, type ByColumn, type Caller, type Column } from "./column.ts";
import { expectLoss } from "./asks.ts";
import { expectClientHears } from "./clients.ts";
import { hear } from "./hear.ts";
import type { Outcome, Row } from "./row.ts";
import type { Said } from "./said.ts";
import { answers, bytesOf, wireOf, type Wire } from "./wires.ts";
import type { World } from "./world.ts";

export type Answering = {
  /** What the model says, or the provider's wire, or why its dialect cannot say such a thing. */
  said: ByColumn<Said | Wire | string>;
  /**
   * What the caller of another dialect has at the end. Of OpenAI's: the message's members, `finish_reason`, `usage`; of
   * Anthropic's: `content`, `stop_reason`, `stop_sequence`, `usage`. What is left out is as usual.
   */
  heard: Record<Caller, ByColumn<Members>>;
  /** Members of the caller's request beside the usual ones. */
  from?: ByColumn<Members>;
  /** What of the request is lost where the provider's dialect is another. */
  lost?: ByColumn<string | undefined>;
  /** How a caller of another dialect is told what of the answer it does not get. */
  told?: ByColumn<string | undefined>;
  models?: Partial<Record<Column["upstream"], string>>;
};

/** A row of what is answered: the same dialect gets the same bytes, another what is said here. */
export function says(name: string, answering: Answering): Row {
  return { name, run: (column, world) => runAnswering(answering, column, world) };
}

async function runAnswering(answering: Answering, column: Column, world: World): Promise<Outcome> {
  const { caller, upstream } = column;
  const said = inColumn<Said | Wire | string>(answering.said, column);
  if (typeof said === "string") return { is: "absent", why: said };
  const wire = "parts" in said ? wireOf(upstream, said) : said;
  const model = answering.models?.[upstream] ?? modelOf[upstream];
  const body = JSON.stringify(base(column, model, inColumn(answering.from ?? {}, column)));
  const exchange = await world.exchange(column, body, answers(column, wire));
  expect(exchange.reply.status, exchange.reply.body.toString()).toBe(200);
  if (caller === upstream) {
    expect(exchange.reply.body.toString()).toBe(bytesOf(column, wire).toString());
    return expectLoss(exchange, undefined);
  }
  const heard = hear(caller, exchange.reply);
  expect(heard.error).toBeUndefined();
  expectHeard(caller, heard.answer, inColumn(answering.heard[caller], column));
  await expectClientHears(column, exchange.reply, heard);
  const outcome = expectLoss(exchange, inColumn<string | undefined>(answering.lost, column));
  const told = inColumn<string | undefined>(answering.told, column);
  return told === undefined ? outcome : { is: "lost", told };
}

export function expectHeard(caller: Caller, answer: JsonObject, expected: Members): void {
  const { usage, ...rest } = answer;
  const { usage: expectedUsage, ...members } = expected;
  if (expectedUsage !== undefined) expect(usage).toEqual(expectedUsage);
  expect(rest).toEqual(caller === "openai" ? completion(members) : message(members));
}

function completion(members: Members): Members {
  return { role: "assistant", finish_reason: "tool_calls" in members ? "tool_calls" : "stop", ...members };
}

function message(members: Members): Members {
  const blocks = (members["content"] ?? []) as JsonObject[];
  const calls = blocks.some(({ type }) => type === "tool_use");
  const stop = { stop_reason: calls ? "tool_use" : "end_turn", stop_sequence: null };
  const head = { id: expect.any(String), type: "message", role: "assistant", model: "m-1" };
  return { ...head, ...stop, ...members };
}
