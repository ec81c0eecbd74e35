import fc from "fast-check";
import type { Point } from "./gate.ts";

/** What random scripts are made of. A number that picks something picks among what there is then. */

const words = ["tea", "boat", "lamp", "river", "the", "stone", "bread", "cloud"];
export const users = ["system", "ann", "bob"] as const;

const process = fc.nat({ max: 2 });
const user = fc.constantFrom(...users);
const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }).map((list) => list.join(" "));
const sessionId = fc.constantFrom("one", "two");
/** Most are embedded at once; others wait for the command. */
const embed = fc.nat({ max: 7 }).map((one) => one > 0);
const kind = <K extends string>(name: K) => fc.constant(name);

export const flushPoints: Point[] = ["acquired", "read", "batch", "applied", "published", "rewritten", "purged"];
export const searchPoints: Point[] = ["candidates", "byId", "hydrate"];
const flushPoint = fc.option(fc.constantFrom(...flushPoints), { nil: undefined, freq: 5 });

const command = fc.oneof(
  {
    weight: 7,
    arbitrary: fc.record({
      kind: kind("add"),
      process,
      user,
      sessionId,
      texts: fc.array(text, { minLength: 1, maxLength: 4 }),
      embed,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind("edit"), process, pick: fc.nat(), text, embed }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("erase"), process, pick: fc.nat(), session: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("embed"), process }) },
  { weight: 5, arbitrary: fc.record({ kind: kind("flush"), process, at: flushPoint }) },
  { weight: 3, arbitrary: fc.record({ kind: kind("purge"), process, at: flushPoint }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("rebuild"), process, at: flushPoint }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: kind("search"), process, user, text, at: fc.constantFrom(...searchPoints) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: kind("resume"), pick: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("kill"), pick: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ kind: kind("outlast") }) },
);

/** `ask`: what is searched for, by whom, on every process after the command. */
export const script = fc.array(fc.record({ command, ask: fc.record({ user, text }) }), { minLength: 8, maxLength: 30 });

export type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;
export type Script = typeof script extends fc.Arbitrary<infer S> ? S : never;
