import type { Scope } from "../../src/memory/scope.ts";
import type { Methods } from "./child.ts";

export type Said = { content: string; sessionId: string; createdAtMs: number };
export type Found = { id: string; content: string; similarity: number };
/** What may be held at a gate, one at a time. */
export type Work =
  { kind: "flush" | "purge" | "rebuild"; account: string } | { kind: "search"; scope: Scope; query: string };
/** `unavailable`: another has the lease. */
export type Outcome = "done" | "unavailable" | Found[];

/** "Now" of every search: what is found does not depend on when. */
export const searchedAtMs = 1_800_000_000_000;

/** What parent and child say to each other; the first answer, of call 0, is that it is ready. */
export type Request = { call: number; method: keyof Methods; args: unknown[] };
export type Answer = { call: number; value?: unknown; error?: string };
