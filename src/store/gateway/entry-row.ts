import type { Selectable } from "kysely";
import type { Block, Entry, Placement } from "../../gateway/memory/chain/ledger.ts";
import type { GatewayEntryTable, GatewayThreadTable } from "./tables.ts";

/** Placements as stored: short, for every turn repeats those before it. */
type StoredPlacement = [slot: Placement["slot"], at: number, block: string];

/** An entry, with where its thread has come to. */
export type EntryRow = Omit<GatewayEntryTable, "account_id" | "user_id" | "session_id"> &
  Selectable<Pick<GatewayThreadTable, "tip" | "tip_replies">>;

export function entryOf(row: EntryRow): Entry {
  const placements = JSON.parse(row.placements) as StoredPlacement[]; // as `placementsText` writes them
  return {
    id: row.id,
    threadId: row.thread_id,
    chain: row.chain,
    isFirst: row.is_first === 1,
    isOff: row.is_off === 1,
    systemHash: row.system_hash,
    toolsHash: row.tools_hash,
    placements: placements.map(([slot, at, block]) => ({ slot, at, block })),
    replies: parseReplies(row.replies),
    tip: row.tip,
    tipReplies: parseReplies(row.tip_replies),
    createdAtMs: row.created_at,
    usedAtMs: row.used_at,
  };
}

export function placementsText(placements: readonly Placement[]): string {
  return JSON.stringify(placements.map(({ slot, at, block }): StoredPlacement => [slot, at, block]));
}

export function parseReplies(text: string): string[] {
  return JSON.parse(text) as string[]; // as SqlGatewayStore writes them
}

/** The memories of a block as stored; in brackets, one that it does not show, but may have words of. */
type StoredMemoryId = string | [string];

export function blockOf(row: { hash: string; text: string; memory_ids: string }): Block {
  const ids = parseMemoryIds(row.memory_ids);
  const memoryIds = ids.filter((id) => typeof id === "string");
  const leansOn = ids.filter((id) => typeof id !== "string").flat();
  return { hash: row.hash, text: row.text, memoryIds, ...(leansOn.length > 0 && { leansOn }) };
}

/** All the memories that a block is erased with. */
export function memoriesOf(text: string): string[] {
  return parseMemoryIds(text).flat();
}

export function memoryIdsText({ memoryIds, leansOn = [] }: Pick<Block, "memoryIds" | "leansOn">): string {
  const shown = new Set(memoryIds);
  const others = [...new Set(leansOn)].filter((id) => !shown.has(id));
  return JSON.stringify([...shown, ...others.map((id): StoredMemoryId => [id])]);
}

function parseMemoryIds(text: string): StoredMemoryId[] {
  return JSON.parse(text) as StoredMemoryId[]; // as `memoryIdsText` writes them
}
