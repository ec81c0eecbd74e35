import type { SearchFilter } from "./base/base.ts";
import type { IndexedMemory } from "./index-store.ts";

/** What of a memory is neither vector nor terms. */
export type MemoryAttributes = Omit<IndexedMemory, "vector" | "terms">;

/** What a tag takes in memory: a string as long as a label, and its place in a list. */
export const tagBytes = 48;

/** Whether a memory may be a result. */
export function passes(filter: SearchFilter, attributes: MemoryAttributes): boolean {
  return (
    filter.users.includes(attributes.user) &&
    (filter.layers === undefined || filter.layers.includes(attributes.layer)) &&
    (filter.sessionId === undefined || filter.sessionId === attributes.sessionId) &&
    (filter.tags === undefined || filter.tags.every((tag) => attributes.tags.includes(tag))) &&
    (filter.sinceMs === undefined || attributes.createdAtMs >= filter.sinceMs) &&
    (filter.untilMs === undefined || attributes.createdAtMs < filter.untilMs)
  );
}

/** Whether a filter asks for nothing but users: then every memory of them passes. */
export function asksUsersOnly(filter: SearchFilter): boolean {
  return Object.entries(filter).every(([name, value]) => name === "users" || value === undefined);
}

/** The order of equals: the newer change first, then by id. */
export function tieOrder(one: MemoryAttributes, other: MemoryAttributes): number {
  return other.seq - one.seq || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);
}

/** A session of a user as a key of maps; no two share one. */
export function sessionKey(user: string, sessionId: string): string {
  return `${user.length} ${user} ${sessionId}`;
}
