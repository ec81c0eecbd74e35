import type { JsonObject, JsonValue } from "@bufbuild/protobuf";

const id = /\b(ret|pat|msg|fact|sig|key|acc|era|ent|dir)_([0-9a-z]{20,})\b/g;
/** The epoch is the same in every run. */
const time = /\b(?!1970)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const secret = /\bck_[0-9a-z]+_[\w-]+/g;
const exampleTime = "2026-11-21T09:30:00.000Z";

/** Numbers that differ from run to run. */
const measured = new Set(["similarity", "timing_ms", "cosine", "bm25", "context", "recency", "created"]);

/** Texts that differ from run to run. */
const opaque: Readonly<Record<string, string>> = {
  next_cursor: "bmV4dA",
  cursor: "bmV4dA",
  request_id: "484120ac-6987-4401-9d06-12780ebb5396",
  month: "2026-11",
  resets_at: "2026-12-01T00:00:00.000Z",
  version: "0.1.0",
};

/** Makes what a run said comparable with what another one said: ids are numbered as they come, times are one time. */
export class Steady {
  readonly #ids = new Map<string, string>();

  value(value: JsonValue, name = ""): JsonValue {
    if (typeof value === "string") return this.#text(value, name);
    if (typeof value === "number") return measured.has(name) ? Math.round(value * 1_000) / 1_000 : value;
    if (Array.isArray(value)) return value.map((each) => this.value(each, name));
    if (value === null || typeof value === "boolean") return value;
    const steady = Object.entries(value).map(([member, each]) => [member, this.value(each, member)] as const);
    return begun(Object.fromEntries(steady));
  }

  #text(text: string, name: string): string {
    // A pattern's version is a number: only texts are opaque.
    const known = opaque[name];
    if (known !== undefined) return known;
    return text
      .replaceAll(id, (whole, kind: string) => this.#idOf(whole, kind))
      .replaceAll(secret, "ck_01kaj8exampleexample_c2VjcmV0")
      .replaceAll(time, exampleTime);
  }

  /** A real id keeps its name of the example, whatever order the others come in. */
  #idOf(whole: string, kind: string): string {
    const known = this.#ids.get(whole);
    if (known !== undefined) return known;
    const number = String(this.#ids.size + 1).padStart(2, "0");
    const example = `${kind}_01kaj8example0000000000${number}`;
    this.#ids.set(whole, example);
    return example;
  }
}

/** An erasure is as it was at its begin: how far it came by the time somebody asked is chance. */
function begun(value: JsonObject): JsonObject {
  if (!("counts" in value)) return value;
  const { done_at: _, ...rest } = value;
  return { ...rest, status: "pending" };
}

/** The same with every measured number as 0: two runs differ in nothing else. */
export function unmeasured(value: JsonValue, name = ""): JsonValue {
  if (typeof value === "number") return measured.has(name) ? 0 : value;
  if (Array.isArray(value)) return value.map((each) => unmeasured(each, name));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([member, each]) => [member, unmeasured(each, member)]));
}
