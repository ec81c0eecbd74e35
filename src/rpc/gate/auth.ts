import type { Caller } from "../../account/account.ts";
import type { AddressLimiter } from "../../account/address-limiter.ts";
import type { Keys } from "../../account/keys.ts";
import type { Call } from "../../call.ts";
import { AppError } from "../../error.ts";
import type { Access } from "../access.ts";
import { setLimitHeaders, spentWindow } from "./limit.ts";

export type AuthPorts = { keys: Pick<Keys, "authenticate">; addresses: AddressLimiter };

/**
 * Says who calls: the owner of the key in `Authorization: Bearer` or `x-api-key`; nobody where the RPC needs no key. What
 * fails counts against the caller's address, so that keys cannot be guessed at leisure; a good key always passes, whatever
 * else comes from its address. Errors: unauthenticated, rate_limited, unavailable.
 */
export async function authenticate(call: Call, access: Access, ports: AuthPorts): Promise<Caller | undefined> {
  const credential = credentialOf(call);
  if (access === "none" || (access === "optional" && credential === undefined)) return undefined;
  try {
    if (!credential) throw missing(credential);
    return await ports.keys.authenticate(credential, Date.now());
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthenticated") countStranger(call, ports.addresses);
    else setLimitHeaders(call, ports.addresses.look(call.address, Date.now()));
    throw error;
  }
}

/** Counts a request without a good key. Errors: rate_limited once the address has spent its window. */
function countStranger(call: Call, addresses: AddressLimiter): void {
  const answer = addresses.take(call.address, Date.now());
  setLimitHeaders(call, answer);
  if (!answer.allowed) throw spentWindow(answer, "this address has sent too many requests without a valid key");
}

/**
 * The credential as sent, unchecked; empty, which no key is, for another scheme than Bearer. What is no key of ours in
 * `Authorization` is meant for a proxy before us or a provider behind us, where `x-api-key` has one.
 */
function credentialOf(call: Call): string | undefined {
  const authorization = call.header("authorization");
  const apiKey = call.header("x-api-key")?.trim();
  if (authorization === undefined) return apiKey;
  const [, credential = ""] = /^bearer +(\S+) *$/iu.exec(authorization) ?? [];
  return apiKey?.startsWith("ck_") && !credential.startsWith("ck_") ? apiKey : credential;
}

function missing(credential: string | undefined): AppError {
  const fault = credential === undefined ? "an API key is required" : "the API key is empty or does not follow Bearer";
  return new AppError("unauthenticated", `${fault}: send the header Authorization: Bearer ck_...`);
}
