import type { ExpressionBuilder } from "kysely";
import {
  countedModelsMax,
  otherModels,
  reportedMax,
  type Counts,
  type Spent,
  type UsageOf,
  type UsageReport,
  type UsageRow,
  type UsageStore,
} from "../../gateway/usage/usage-store.ts";
import type { Database } from "../database.ts";
import { added } from "../on-conflict.ts";
import type { KeyUsageRow, Schema } from "../schema.ts";
import { params, statement } from "../statement.ts";
import { notErased } from "./accounts.ts";
import { policyOf } from "./keys.ts";

const columns = ["requests", "input", "output", "cache_read", "cache_write", "micros", "unpriced"] as const;
type Columns = Pick<KeyUsageRow, (typeof columns)[number]>;

export class SqlUsageStore implements UsageStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async add(rows: readonly UsageRow[]): Promise<void> {
    await this.#db.writer.write(async (tx) => {
      for (const row of rows) {
        const { account, key, month, provider, model, cacheRead, cacheWrite, ...counts } = row;
        const found = { account_id: account, key_id: key, month };
        const isKnown = (await known(tx, { ...found, provider, model })).length > 0;
        const isTold = isKnown || (await models(tx, found))[0]!.models < countedModelsMax;
        const named = isTold ? { provider, model } : { provider: "", model: otherModels };
        await addTo(tx, { ...found, ...named, ...counts, cache_read: cacheRead, cache_write: cacheWrite });
      }
    });
  }

  async spent({ account, key, month }: UsageOf): Promise<Spent> {
    const [row] = await spent(this.#db.read, { account_id: account, key_id: key, month });
    return { tokens: row?.tokens ?? 0, micros: row?.micros ?? 0 };
  }

  async report(account: string, month: string, key?: string): Promise<UsageReport> {
    const own = this.#db.read
      .selectFrom("key_usage")
      .where("key_usage.account_id", "=", account)
      .where("month", "=", month)
      .$if(key !== undefined, (q) => q.where("key_id", "=", key!))
      .select(sums);
    const listed = own
      .orderBy("micros", "desc")
      .orderBy((e) => tokens(e), "desc")
      .limit(reportedMax);
    const total = await own.executeTakeFirstOrThrow();
    const byModel = await listed.select(["provider", "model"]).groupBy(["provider", "model"]).execute();
    // A key may be gone since.
    const byKey = await listed
      .leftJoin("key", "key.id", "key_usage.key_id")
      .select(["key_usage.key_id", "key.name", "key.models", "key.monthly_tokens", "key.monthly_micros"])
      .groupBy("key_usage.key_id")
      .execute();
    return {
      total: countsOf(total),
      models: byModel.map((row) => ({ provider: row.provider, model: row.model, ...countsOf(row) })),
      keys: byKey.map((row) => ({ key: row.key_id, name: row.name ?? "", policy: policyOf(row), ...countsOf(row) })),
    };
  }
}

type Found = Pick<KeyUsageRow, "account_id" | "key_id" | "month">;
type Expressions = ExpressionBuilder<Schema, "key_usage">;

const sums = (e: Expressions) => columns.map((column) => e.fn.coalesce(e.fn.sum<number>(column), e.lit(0)).as(column));

function tokens(e: Expressions) {
  return e.fn.sum<number>(e("input", "+", e("output", "+", e("cache_read", "+", e.ref("cache_write")))));
}

const known = statement<Found & Pick<KeyUsageRow, "provider" | "model">, { model: string }>((db, param) =>
  db
    .selectFrom("key_usage")
    .select("model")
    .where((e) => e.and(params(param, "account_id", "key_id", "month", "provider", "model"))),
);

const models = statement<Found, { models: number }>((db, param) =>
  db
    .selectFrom("key_usage")
    .select((e) => e.fn.countAll<number>().as("models"))
    .where((e) => e.and(params(param, "account_id", "key_id", "month"))),
);

const spent = statement<Found, Spent>((db, param) =>
  db
    .selectFrom("key_usage")
    .select((e) => [tokens(e).as("tokens"), e.fn.sum<number>("micros").as("micros")])
    .where((e) => e.and(params(param, "account_id", "key_id", "month"))),
);

/** It selects from the row of the account, so that an erased one gets no rows any more. */
const addTo = statement<KeyUsageRow, object>((db, param) => {
  const names = ["account_id", "key_id", "month", "provider", "model", ...columns] as const;
  return db
    .insertInto("key_usage")
    .columns(names)
    .expression((e) =>
      e
        .selectFrom("account")
        .select(names.map((name) => param(name).as(name)))
        .where("id", "=", param("account_id"))
        .where(notErased),
    )
    .onConflict((c) =>
      c.columns(["account_id", "key_id", "month", "provider", "model"]).doUpdateSet(added("key_usage", ...columns)),
    );
});

function countsOf({ cache_read: cacheRead, cache_write: cacheWrite, ...counts }: Columns): Counts {
  const { requests, input, output, micros, unpriced } = counts;
  return { requests, input, output, cacheRead, cacheWrite, micros, unpriced };
}
