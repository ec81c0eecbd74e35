import type { Page, PageRequest } from "../memory/page/page.ts";
import { AppError, found, invalid, notFound } from "../error.ts";
import type { Account, Key, KeyEdit, KeyRecord, KeyStore, NewKey } from "./account.ts";
import { editedKey } from "./edited-key.ts";
import { KeyCache } from "./key-cache.ts";
import { formatCredential, newCredential, parseCredential, sameHash, secretHash, type Credential } from "./secret.ts";

/** A key with its secret: shown once, when it is made. */
export type IssuedKey = { key: Key; credential: string };

/** A successor, and when the key before it ends. */
export type RotatedKey = IssuedKey & { oldEndsAtMs: number };

/** Longest time that a rotated key goes on working beside its successor. */
const overlapMsMax = 30 * 24 * 3_600_000;

/** Compared where no key was found, so that an unknown id takes as long as a wrong secret. */
const nobodysHash = secretHash("");

/** Makes, finds and ends API keys. */
export class Keys {
  readonly #store: KeyStore;
  readonly #cache: KeyCache;

  constructor(store: KeyStore) {
    this.#store = store;
    this.#cache = new KeyCache((id) => store.find(id));
  }

  /** `credential`: one that was kept somewhere before. */
  async create(account: string, key: NewKey, credential: Credential = newCredential()): Promise<IssuedKey> {
    const { id, secret } = credential;
    const stored = await this.#store.create(account, id, secretHash(secret), key);
    this.#cache.forget(id);
    return { key: stored, credential: formatCredential(credential) };
  }

  list(account: string, page: PageRequest, user?: string): Promise<Page<Key>> {
    return this.#store.list(account, page, user);
  }

  /** Whose a key is that is known by its id alone. Errors: not_found. */
  async accountOf(id: string): Promise<Account> {
    return found(await this.#store.find(id), "key", id).account;
  }

  /** Errors: not_found. */
  async get(account: string, id: string): Promise<Key> {
    const record = await this.#store.find(id);
    if (record?.key.account !== account) throw notFound("key", id);
    return record.key;
  }

  /**
   * Changes a key at once here, and within a second on every other process.
   * Errors: invalid_argument, also for an end that has passed, which is to be put off or taken away; not_found, conflict
   * for a key that was revoked.
   */
  async edit(account: string, id: string, edit: KeyEdit, nowMs: number): Promise<Key> {
    const key = await this.#store.edit(account, id, (old) => {
      if (old.revokedAtMs !== undefined) throw new AppError("conflict", `the key "${id}" was revoked`);
      return editedKey(old, edit, nowMs);
    });
    this.#cache.forget(id);
    return found(key, "key", id);
  }

  /** Ends a key at once here, and within a second on every other process. Errors: not_found. */
  async revoke(account: string, id: string): Promise<Key> {
    const key = await this.#store.revoke(account, id);
    this.#cache.forget(id);
    return found(key, "key", id);
  }

  /** The account was erased: none of its keys is let in any more, here at once. */
  forgetAccount(account: string): void {
    this.#cache.forgetAccount(account);
  }

  /**
   * A new key with the old one's name, scopes, user or need of one, models, budgets and the end that it was given; the old
   * one works for `overlapMs` more at most, and both spend from the same budgets. Meanwhile it can be rotated again, where
   * nobody has the successor's secret: that makes another successor, alike.
   * Errors: invalid_argument, not_found, conflict for a key that has ended already.
   */
  async rotate(account: string, id: string, overlapMs: number, nowMs: number): Promise<RotatedKey> {
    if (!(overlapMs >= 0 && overlapMs <= overlapMsMax)) throw invalid("overlap", "must be between 0 and 30 days");
    const credential = newCredential();
    const rotated = await this.#store.rotate(account, id, nowMs + overlapMs, (old) => {
      const ended = whyEnded(old, nowMs);
      if (ended) throw new AppError("conflict", `the key "${id}" cannot be rotated: ${ended}`);
      const { name, scopes, user, requireUser, models, monthlyTokenBudget, monthlyBudgetMicros } = old;
      const policy = { models, monthlyTokenBudget, monthlyBudgetMicros, countsAs: old.countsAs ?? id };
      const next = { name, scopes, user, requireUser, expiresAtMs: old.givenEndMs, ...policy };
      return { id: credential.id, secretHash: secretHash(credential.secret), key: next };
    });
    const { successor, oldEndsAtMs } = found(rotated, "key", id);
    for (const changed of [id, credential.id]) this.#cache.forget(changed);
    return { key: successor, credential: formatCredential(credential), oldEndsAtMs };
  }

  /**
   * The key behind a credential, as sent by a caller. Errors: unauthenticated. An unknown key and a wrong secret give
   * the same answer; only who knows the secret is told that the key has ended.
   */
  async authenticate(credential: string, nowMs: number): Promise<KeyRecord> {
    const parsed = parseCredential(credential);
    if (!parsed) throw unauthenticated("the API key is malformed: it must look like ck_<id>_<secret>");
    const record = await this.#cache.get(parsed.id, nowMs);
    const matches = sameHash(secretHash(parsed.secret), record?.secretHash ?? nobodysHash);
    if (!record || !matches) throw unauthenticated("the API key is not valid");
    const ended = endOf(record.key, nowMs);
    if (ended) throw ended;
    return record;
  }

  /** Why a key that was good does not let anybody in any more; `undefined` while it does. */
  async ended(id: string, nowMs: number): Promise<AppError | undefined> {
    const record = await this.#cache.get(id, nowMs);
    return record ? endOf(record.key, nowMs) : noLonger("it was revoked"); // it went with its account
  }
}

function endOf(key: Key, nowMs: number): AppError | undefined {
  const ended = whyEnded(key, nowMs);
  return ended === undefined ? undefined : noLonger(ended);
}

function noLonger(why: string): AppError {
  return unauthenticated(`the API key is no longer valid: ${why}`);
}

function whyEnded(key: Key, nowMs: number): string | undefined {
  if (key.revokedAtMs !== undefined) return "it was revoked";
  if (key.expiresAtMs !== undefined && key.expiresAtMs <= nowMs) return "it has expired";
  return undefined;
}

function unauthenticated(message: string): AppError {
  return new AppError("unauthenticated", message);
}
