import type { PlacedMessage } from "../../gateway/memory/chain/ledger.ts";
import type { Scope } from "../../memory/scope.ts";
import { storeKnownVector } from "../embedding/embeddings.ts";
import type { Tx } from "../engine.ts";
import { insertAll, sliceRows, type PreparedMessage } from "../memory/message-row.ts";
import { params, statement } from "../statement.ts";
import type { Pause } from "../writer.ts";
import { storedAt } from "./ledger-reads.ts";
import type { GatewayTurnTable } from "./tables.ts";

type Batch = { messages: readonly PlacedMessage[]; prepared: readonly PreparedMessage[]; firstSeq: number };

/** Stores what nothing is stored for at its place of the thread's chain: a history that is resent adds nothing. */
export async function storeMessages(tx: Tx, scope: Scope, thread: string, batch: Batch, pause?: Pause): Promise<void> {
  const { messages, firstSeq } = batch;
  if (messages.length === 0) return;
  const places = messages.map(({ chain }) => chain);
  const known = new Set((await storedAt(tx, { account: scope.account, thread }, places)).map(({ chain }) => chain));
  const all = messages.map((placed, i) => ({ ...placed, prepared: batch.prepared[i]! }));
  const fresh = all.filter(({ chain }) => !known.has(chain));
  if (fresh.length === 0) return;
  const said = {
    messages: fresh.map(({ message }) => message),
    prepared: fresh.map(({ prepared }) => prepared),
    firstSeq,
  };
  const { ids } = await insertAll(tx, scope, said, pause);
  for (const [i, { chain, prepared, vector }] of fresh.entries()) {
    const [account, id] = [scope.account, ids[i]!];
    await insertTurn(tx, { account_id: account, thread_id: thread, chain, message_id: id });
    if (pause && (i + 1) % sliceRows === 0) await pause();
    if (!vector) continue;
    await storeKnownVector(tx, { account, id, seq: firstSeq + i, contentHash: prepared.content_hash }, vector);
  }
}

const insertTurn = statement<Omit<GatewayTurnTable, "is_left">, unknown>((db, param) =>
  db.insertInto("gateway_turn").values(params(param, "account_id", "thread_id", "chain", "message_id")),
);
