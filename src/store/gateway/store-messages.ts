import type { PlacedMessage } from "../../gateway/memory/chain/ledger.ts";
import type { Scope } from "../../memory/scope.ts";
import type { Tx } from "../engine.ts";
import { storeKnownVector } from "../memory/embeddings.ts";
import type { TextColumns } from "../memory/memory-row.ts";
import { insertAll, sliceRows } from "../memory/message-row.ts";
import { params, statement } from "../statement.ts";
import type { Pause } from "../writer.ts";
import { storedAt } from "./ledger-reads.ts";
import type { GatewayTurnTable } from "./tables.ts";

type Batch = { messages: readonly PlacedMessage[]; texts: readonly TextColumns[]; firstSeq: number };

/** Stores what nothing is stored for at its place of the thread's chain: a history that is resent adds nothing. */
export async function storeMessages(tx: Tx, scope: Scope, thread: string, batch: Batch, pause?: Pause): Promise<void> {
  const { messages, texts, firstSeq } = batch;
  if (messages.length === 0) return;
  const places = messages.map(({ chain }) => chain);
  const known = new Set((await storedAt(tx, { account: scope.account, thread }, places)).map(({ chain }) => chain));
  const fresh = messages.flatMap((placed, i) => (known.has(placed.chain) ? [] : [{ ...placed, text: texts[i]! }]));
  if (fresh.length === 0) return;
  const said = { messages: fresh.map(({ message }) => message), texts: fresh.map(({ text }) => text), firstSeq };
  const { ids } = await insertAll(tx, scope, said, pause);
  for (const [i, { chain, text, vector }] of fresh.entries()) {
    const [account, id] = [scope.account, ids[i]!];
    await insertTurn(tx, { account_id: account, thread_id: thread, chain, message_id: id });
    if (pause && (i + 1) % sliceRows === 0) await pause();
    if (!vector) continue;
    await storeKnownVector(tx, { account, id, seq: firstSeq + i, contentHash: text.content_hash }, vector);
  }
}

const insertTurn = statement<Omit<GatewayTurnTable, "is_left">, unknown>((db, param) =>
  db.insertInto("gateway_turn").values(params(param, "account_id", "thread_id", "chain", "message_id")),
);
