import type { Page, PageRequest } from "../memory/page/page.ts";

/** What a plan grants: requests in a UTC day and in a UTC minute; Infinity where there is no window. */
export const plans = {
  free: { perDay: 100, perMinute: 10 },
  pro: { perDay: 10_000, perMinute: 100 },
  team: { perDay: Infinity, perMinute: 1_000 },
  /** For an operator's own keys. */
  unlimited: { perDay: Infinity, perMinute: Infinity },
} as const;

export type Plan = keyof typeof plans;

/** What keys and memory belong to. Its name is the operator's, and unique. */
export type Account = { id: string; name: string; plan: Plan; createdAtMs: number };

/** What a key may be used for. */
export const keyScopes = ["memory:read", "memory:write", "gateway", "admin"] as const;
export type KeyScope = (typeof keyScopes)[number];

/** What a key may ask of models. What is absent is not bounded. */
export type KeyPolicy = {
  /** The models that it may ask for: see src/account/new-key.ts. */
  models?: string[];
  /** Tokens in a UTC month: all that models read and write, cached ones too. */
  monthlyTokenBudget?: number;
  /** Micro-dollars in a UTC month. */
  monthlyBudgetMicros?: number;
};

/** An API key without its secret. */
export type Key = KeyPolicy & {
  id: string;
  account: string;
  name: string;
  scopes: KeyScope[];
  /** The one user it acts for; any if absent. */
  user?: string;
  /** Whether a request with it must name a user; if not, one that names nobody is about `system`. */
  requireUser?: boolean;
  createdAtMs: number;
  expiresAtMs?: number;
  /** The end that it was made with or given since: `expiresAtMs`, but where a rotation has brought that forward. */
  givenEndMs?: number;
  revokedAtMs?: number;
  /** The key that it succeeds, or that one's first: its usage is counted under that id. Absent for a key that succeeds none. */
  countsAs?: string;
};

/** A key as it is asked for: its id, secret and times come with its making. */
export type NewKey = Pick<Key, "name" | "scopes" | "user" | "requireUser" | "expiresAtMs" | "countsAs"> & KeyPolicy;

/** A key as an edit makes it. */
export type EditedKey = NewKey & Pick<Key, "givenEndMs">;

/** What bounds a key and can be changed: what is absent does not bound it. */
export type KeyBounds = KeyPolicy & Pick<Key, "expiresAtMs">;

/** What is to be another about a key. What is absent stays; `clear` takes away. Its scopes and its user never change. */
export type KeyEdit = KeyBounds & Partial<Pick<Key, "name" | "requireUser">> & { clear: (keyof KeyBounds)[] };

/** Who asks: the account, through one of its keys. */
export type Caller = { account: Account; key: Key };

/** A key as authentication reads it. */
export type KeyRecord = { key: Key; account: Account; secretHash: string };

export interface AccountStore {
  /** The account of that name; made where it does not exist. An existing one gets the plan, if one is given. */
  ensure(name: string, plan: Plan | undefined): Promise<Account>;
  byName(name: string): Promise<Account | undefined>;
  list(): Promise<Account[]>;
}

/** Keys, by their ids: of a secret only the hash is stored. */
export interface KeyStore {
  /** Errors: not_found, for an account that was erased. */
  create(account: string, id: string, secretHash: string, key: NewKey): Promise<Key>;
  /** `undefined` for an unknown id. Expired and revoked keys are found: the caller tells. */
  find(id: string): Promise<KeyRecord | undefined>;
  /** Newest first; only those that are bound to `user`, where one is given. */
  list(account: string, page: PageRequest, user?: string): Promise<Page<Key>>;
  /**
   * Of the key as it is then, in one step: stores what `next` makes of it. Where `next` throws, nothing is stored; it may
   * be called twice. `undefined` for an unknown id.
   */
  edit(account: string, id: string, next: (old: Key) => EditedKey): Promise<Key | undefined>;
  revoke(account: string, id: string): Promise<Key | undefined>;
  /**
   * Of the key as it is then, in one step: stores the successor that `next` makes of it, and brings its own end forward
   * to `endsAtMs`, never puts it off; the end that it was given stays. Where `next` throws, nothing is stored; it may be
   * called twice. `undefined` for an unknown id. Errors: not_found, for an account that was erased.
   */
  rotate(
    account: string,
    id: string,
    endsAtMs: number,
    next: (old: Key) => { id: string; secretHash: string; key: NewKey },
  ): Promise<{ successor: Key; oldEndsAtMs: number } | undefined>;
}

/** How many requests an account has left in a window, for all processes together. */
export interface LimitStore {
  /**
   * Takes up to `block` requests out of a window for this process, and answers how many it got and what the window has
   * left after that. What is taken and not used is lost with the process: it never grants too much. Errors: not_found,
   * for an account that was erased.
   */
  take(
    account: string,
    window: { kind: "day" | "minute"; startsAtMs: number; limit: number },
    block: number,
  ): Promise<{ granted: number; left: number }>;
}
