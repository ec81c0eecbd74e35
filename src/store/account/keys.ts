import type { EditedKey, Key, KeyPolicy, KeyRecord, KeyScope, KeyStore, NewKey } from "../../account/account.ts";
import type { ListId } from "../../memory/page/cursor.ts";
import type { Page, PageRequest } from "../../memory/page/page.ts";
import type { Database } from "../database.ts";
import type { Tx } from "../engine.ts";
import { behindNewest, newestKey, pageOfRows, readPage } from "../page.ts";
import type { KeyRow } from "../schema.ts";
import { accountOf } from "./accounts.ts";
import { takeSeqs } from "./seqs.ts";

export class SqlKeyStore implements KeyStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async create(account: string, id: string, secretHash: string, key: NewKey): Promise<Key> {
    return this.#db.writer.write(async (tx) => {
      await takeSeqs(tx, account, 0);
      return insert(tx, account, id, secretHash, key);
    });
  }

  async find(id: string): Promise<KeyRecord | undefined> {
    const row = await this.#db.read
      .selectFrom("key")
      .innerJoin("account", "account.id", "key.account_id")
      .selectAll("key")
      .select(["account.name as accountName", "account.plan", "account.created_at as accountCreatedAt"])
      .where("key.id", "=", id)
      .executeTakeFirst();
    if (!row) return undefined;
    const { accountName, accountCreatedAt, plan } = row;
    const account = accountOf({ id: row.account_id, name: accountName, plan, created_at: accountCreatedAt });
    return { key: keyOf(row), account, secretHash: row.secret_hash };
  }

  async list(account: string, page: PageRequest, user?: string): Promise<Page<Key>> {
    const list: ListId = user === undefined ? ["keys", account] : ["keys", account, user];
    const all = this.#db.read.selectFrom("key").where("account_id", "=", account);
    const own = all.$if(user !== undefined, (query) => query.where("user_id", "=", user!));
    const total = own.select((e) => e.fn.countAll<number>().as("total"));
    const items = own
      .selectAll()
      .where(behindNewest(list, page.cursor))
      .orderBy("created_at", "desc")
      .orderBy("id", "desc");
    return pageOfRows(await readPage(this.#db.read, { total, items }, page), { list, item: keyOf, key: newestKey });
  }

  async edit(account: string, id: string, next: (old: Key) => EditedKey): Promise<Key | undefined> {
    return this.#db.writer.write(async (tx) => {
      const own = await ownKey(tx, account, id);
      if (!own) return undefined;
      const edited = next(keyOf(own));
      const row = { ...own, ...columnsOf(edited), given_end: edited.givenEndMs ?? null };
      await tx.updateTable("key").set(row).where("id", "=", id).execute();
      return keyOf(row);
    });
  }

  async revoke(account: string, id: string): Promise<Key | undefined> {
    const now = Date.now();
    return this.#db.writer.write(async (tx) => {
      const row = await tx
        .updateTable("key")
        .set((e) => ({ revoked_at: e.fn.coalesce("revoked_at", e.val(now)) }))
        .where("account_id", "=", account)
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirst();
      return row && keyOf(row);
    });
  }

  async rotate(
    account: string,
    id: string,
    endsAtMs: number,
    next: (old: Key) => { id: string; secretHash: string; key: NewKey },
  ): Promise<{ successor: Key; oldEndsAtMs: number } | undefined> {
    return this.#db.writer.write(async (tx) => {
      await takeSeqs(tx, account, 0);
      const own = await ownKey(tx, account, id);
      if (!own) return undefined;
      const made = next(keyOf(own));
      const oldEndsAtMs = Math.min(own.expires_at ?? endsAtMs, endsAtMs);
      await tx.updateTable("key").set({ expires_at: oldEndsAtMs }).where("id", "=", id).execute();
      return { successor: await insert(tx, account, made.id, made.secretHash, made.key), oldEndsAtMs };
    });
  }
}

function ownKey(tx: Tx, account: string, id: string): Promise<KeyRow | undefined> {
  return tx.selectFrom("key").selectAll().where("account_id", "=", account).where("id", "=", id).executeTakeFirst();
}

async function insert(tx: Tx, account: string, id: string, secretHash: string, key: NewKey): Promise<Key> {
  const row: KeyRow = {
    id,
    account_id: account,
    secret_hash: secretHash,
    created_at: Date.now(),
    given_end: key.expiresAtMs ?? null,
    revoked_at: null,
    ...columnsOf(key),
  };
  await tx.insertInto("key").values(row).execute();
  return keyOf(row);
}

type OwnColumn = "id" | "account_id" | "secret_hash" | "created_at" | "given_end" | "revoked_at";

function columnsOf(key: NewKey): Omit<KeyRow, OwnColumn> {
  return {
    name: key.name,
    scopes: JSON.stringify(key.scopes),
    user_id: key.user ?? null,
    require_user: key.requireUser ? 1 : 0,
    expires_at: key.expiresAtMs ?? null,
    models: key.models === undefined || key.models.length === 0 ? null : JSON.stringify(key.models),
    monthly_tokens: key.monthlyTokenBudget ?? null,
    monthly_micros: key.monthlyBudgetMicros ?? null,
    counts_as: key.countsAs ?? null,
  };
}

function keyOf(row: KeyRow): Key {
  return {
    id: row.id,
    account: row.account_id,
    name: row.name,
    // Only `columnsOf` writes scopes, of a key that has no others.
    scopes: JSON.parse(row.scopes) as KeyScope[],
    user: row.user_id ?? undefined,
    ...(row.require_user === 1 && { requireUser: true }),
    createdAtMs: row.created_at,
    expiresAtMs: row.expires_at ?? undefined,
    givenEndMs: row.given_end ?? undefined,
    revokedAtMs: row.revoked_at ?? undefined,
    countsAs: row.counts_as ?? undefined,
    ...policyOf(row),
  };
}

export function policyOf(row: Pick<KeyRow, "models" | "monthly_tokens" | "monthly_micros">): KeyPolicy {
  return {
    // Only `columnsOf` writes models.
    models: row.models === null ? undefined : (JSON.parse(row.models) as string[]),
    monthlyTokenBudget: row.monthly_tokens ?? undefined,
    monthlyBudgetMicros: row.monthly_micros ?? undefined,
  };
}
