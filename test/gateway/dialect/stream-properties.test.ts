import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ChatEvent } from "../../../src/gateway/chat/event.ts";
import { answers } from "./answer-arbitrary.ts";
import {
  callers,
  canonical,
  readBytes,
  readWire,
  upstreamNames,
  upstreams,
  wireOf,
  writeWire,
  type Caller,
} from "./answer-support.ts";
import { streamed } from "./answer-wires.ts";

/** The provider's word for the end is the dialect's own. */
const withoutRaw = (events: ChatEvent[]) =>
  canonical(events).map((event) =>
    event.type === "end" ? { ...event, finish: { reason: event.finish.reason } } : event,
  );

describe.each<Caller>(["openai", "anthropic"])("an answer in the words of %s", (caller) => {
  test("is read as it was written, however its bytes are cut", () => {
    fc.assert(
      fc.property(answers(caller), fc.integer({ min: 1, max: 200 }), (events, chunkBytes) => {
        const wire = writeWire(caller, events);
        expect(withoutRaw(readWire(caller, wire, chunkBytes))).toEqual(withoutRaw(events));
      }),
      { numRuns: 200 },
    );
  });

  test("says whole what it says streamed", () => {
    fc.assert(
      fc.property(answers(caller), (events) => {
        const streamed = callers[caller].formatAnswer(readWire(caller, writeWire(caller, events)));
        expect({ ...streamed, created: 0 }).toEqual({ ...callers[caller].formatAnswer(events), created: 0 });
      }),
    );
  });

  test("that breaks off anywhere ends in one error, and never throws", () => {
    fc.assert(
      fc.property(answers(caller), fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), (events, share) => {
        const bytes = Buffer.from(writeWire(caller, events));
        const cut = bytes.subarray(0, Math.floor(bytes.length * share));
        const read = readBytes(upstreams[caller].createStreamReader(), cut);
        const ends = read.filter(({ type }) => type === "end" || type === "error");
        expect(ends).toHaveLength(1);
        expect(read.at(-1)).toBe(ends[0]);
      }),
    );
  });
});

describe.each(upstreamNames)("a stream of %s", (upstream) => {
  const wire = wireOf(upstream, streamed[upstream]).replace("Two things", "Zwei Dinge: é€😀");
  const expected = readWire(upstream, wire);

  test("means the same wherever it is cut in two", () => {
    const bytes = Buffer.from(wire);
    for (let at = 0; at <= bytes.length; at++) {
      const reader = upstreams[upstream].createStreamReader();
      expect(readBytes(reader, bytes, at === 0 ? 1 : at), `cut at ${at}`).toEqual(expected);
    }
  });

  test("of any JSON is never more than an error", () => {
    const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value));
    const name = fc.constantFrom(undefined, "message_start", "content_block_delta", "error");
    fc.assert(
      fc.property(fc.array(fc.record({ event: name, data: json }, { requiredKeys: ["data"] })), (events) => {
        const reader = upstreams[upstream].createStreamReader();
        const read = [...events.flatMap((event) => reader.read(event)), ...reader.close()];
        expect(read.filter(({ type }) => type === "end" || type === "error")).toHaveLength(1);
      }),
    );
  });

  /** Mutilated wires reach further into the readers than random JSON: each member is once something else. */
  test("with any member of another type never throws", () => {
    fc.assert(
      fc.property(
        fc.nat(streamed[upstream].length - 1),
        fc.nat(30),
        fc.jsonValue({ maxDepth: 1 }),
        (at, nth, value) => {
          const pieces = structuredClone(streamed[upstream]);
          let seen = 0;
          pieces[at] = JSON.parse(JSON.stringify(pieces[at]), (_key, old: unknown) => (seen++ === nth ? value : old));
          const reader = upstreams[upstream].createStreamReader();
          const read = pieces.flatMap((piece) => reader.read({ data: JSON.stringify(piece) }));
          expect([...read, ...reader.close()].filter(({ type }) => type === "end" || type === "error")).toHaveLength(1);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
