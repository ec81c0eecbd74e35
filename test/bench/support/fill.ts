import type { Client } from "./client.ts";
import { spread } from "./load.ts";

const batchSize = 500;

/** Writes messages in batches, in their order. */
export async function addAll(client: Client, messages: readonly object[], key?: string): Promise<void> {
  for (let start = 0; start < messages.length; start += batchSize) {
    await client.post("/api/v1/working/batch", { messages: messages.slice(start, start + batchSize) }, key);
  }
}

/** The same messages into many accounts, several at a time. */
export async function fillAccounts(
  client: Client,
  keys: readonly string[],
  of: (index: number) => object[],
): Promise<void> {
  await spread(keys.length, 4, (index) => addAll(client, of(index), keys[index]!));
}
