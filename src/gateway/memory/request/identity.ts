import { hash } from "node:crypto";
import type { HeaderFields } from "../../../call.ts";
import { AppError } from "../../../error.ts";
import { systemUser, type Scope } from "../../../memory/scope.ts";
import { isBlank, isDotSegment, isWithin } from "../../../memory/text.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../json.ts";
import { optional, readText } from "../../dialect/request/read-member.ts";
import type { GatewayRequest } from "../../exchange.ts";
import { systemTextOf } from "../clients/client-request.ts";
import { headerOf, namesNobody, textHeaderOf, userHeaderOf } from "./headers.ts";

const sessionHeaders = ["x-session-id", "x-claude-code-session-id", "x-sm-conversation-id", "x-openwebui-chat-id"];
/** By which Open WebUI names its users, where it is told to (`ENABLE_FORWARD_USER_INFO_HEADERS`): it may be anybody's name. */
const openWebUiUser = "x-openwebui-user-id";
const longestName = 200;
const longestOfClaudeCode = 500;
const beforeSession = "_session_";
const ofKimiCode = /^session_[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;

/**
 * The session that a request names: by a header, or in the `metadata.user_id` of Claude Code or Kimi Code. Empty where it
 * names none: then the ledger's chain tells conversations apart. It means something only within its account and user.
 */
export function sessionOf(headers: HeaderFields, json: JsonObject): string {
  for (const name of sessionHeaders) {
    const value = textHeaderOf(headers, name);
    if (value !== undefined) return nameOf(decoded(value));
  }
  return nameOf(programsSession(headers, json) ?? "");
}

/** A header's value that is percent-encoded, as `X-Cairn-Session` is and as a client must send what is not ASCII. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value; // "50%"
  }
}

/**
 * Whose memory a request is about, within the key's account: `system`'s, where it names nobody. Errors: as `userIn` and
 * `userHeaderOf`; invalid_argument, where it names nobody, and the key requires a user.
 */
export function scopeOf({ caller, headers }: Pick<GatewayRequest, "caller" | "headers">, json: JsonObject): Scope {
  const { account, key } = caller;
  const user = userIn(headers, json, key.user, userHeaderOf(headers)) ?? forwardedIn(headers);
  if (user === undefined && key.requireUser)
    throw namesNobody("user, safety_identifier, metadata.user_id, X-OpenWebUI-User-Id");
  return { account: account.id, user: user ?? systemUser };
}

function forwardedIn(headers: HeaderFields): string | undefined {
  return unsharedNameOf(decoded(textHeaderOf(headers, openWebUiUser) ?? "")) || undefined;
}

/** Who reports on it: the user that the key is bound to, else the account itself, whatever user the request names. */
export function reporterOf({ account, key }: GatewayRequest["caller"]): Scope {
  return { account: account.id, user: key.user ?? systemUser };
}

/**
 * The key's user, the one that `X-Cairn-User` names, `user`, `safety_identifier`, or `metadata.user_id`; `undefined` where
 * nobody is named. Claude Code's own `metadata.user_id` names its vendor's account, Kimi Code's a session, and neither one
 * of our users. What the body names beside a key that is bound, or beside the header, is for the provider; and none of its names is `system`, whose
 * memory the whole account is shown. Errors: permission_denied, for a header that names another than the key's;
 * invalid_argument, for a name that is no text.
 */
export function userIn(
  headers: HeaderFields,
  json: JsonObject,
  bound: string | undefined,
  named: string | undefined,
): string | undefined {
  if (bound !== undefined && named !== undefined && named !== bound) {
    throw new AppError("permission_denied", `X-Cairn-User: this key may act only for the user "${bound}"`);
  }
  if (bound !== undefined) return bound;
  if (named !== undefined) return named;
  const inBody =
    textIn(json["user"], "user") ?? textIn(json["safety_identifier"], "safety_identifier") ?? endUser(headers, json);
  return inBody === undefined ? undefined : unsharedNameOf(inBody);
}

/** What names somebody in another way than by a text must not be everybody's memory. Errors: invalid_argument. */
function textIn(value: JsonValue | undefined, name: string): string | undefined {
  const text = optional(readText)(value, name);
  return text?.trim() === "" ? undefined : text;
}

function endUser(headers: HeaderFields, json: JsonObject): string | undefined {
  const id = textIn(userInMetadata(json), "metadata.user_id");
  return programsSession(headers, json) === undefined ? id : undefined;
}

function userInMetadata({ metadata }: JsonObject): JsonValue | undefined {
  return isObject(metadata) ? metadata["user_id"] : undefined;
}

/** What programs have in place of a user. Somebody's own visitors may be named as Kimi Code's sessions are. */
function programsSession(headers: HeaderFields, json: JsonObject): string | undefined {
  const id = userInMetadata(json);
  if (typeof id !== "string" || !ofKimiCode.test(id)) return claudeCodeSession(id);
  return isKimiCode(headers, json) ? id : undefined;
}

function isKimiCode(headers: HeaderFields, json: JsonObject): boolean {
  const isNamed = /^kimi/iu.test(headerOf(headers, "user-agent") ?? "");
  return isNamed || systemTextOf(json).trimStart().startsWith("You are Kimi");
}

/** `user_<hash>_account_<id>_session_<id>`, and of later versions JSON with `session_id`. Each is of some 200 characters. */
function claudeCodeSession(id: JsonValue | undefined): string | undefined {
  if (typeof id !== "string" || id.length > longestOfClaudeCode) return undefined;
  const session = id.startsWith("{") ? inJson(id) : behindNames(id);
  return session !== undefined && /^[\w-]+$/u.test(session) ? session : undefined;
}

function behindNames(id: string): string | undefined {
  const at = id.lastIndexOf(beforeSession);
  const account = id.indexOf("_account_", "user_".length);
  const isOurs = id.startsWith("user_") && account >= 0 && account + "_account_".length <= at;
  return isOurs ? id.slice(at + beforeSession.length) : undefined;
}

function inJson(id: string): string | undefined {
  try {
    const { session_id: session } = JSON.parse(id) as JsonObject; // what begins with a brace is an object
    return typeof session === "string" ? session : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A name as it can be stored: one that is too long, or that cannot be shown or told in a path, stands as its hash. Empty
 * is none.
 */
function nameOf(value: string): string {
  const name = value.trim();
  if (name === "") return name;
  const isShown = !isBlank(name) && !/\p{Cc}/u.test(name) && name.isWellFormed();
  return isShown && isWithin(name, longestName) && !isDotSegment(name) ? name : hashed(name);
}

/** The same for a name that the body's author chose: it may be any name but that of the shared memory. */
function unsharedNameOf(value: string): string {
  const name = nameOf(value);
  return name === systemUser ? hashed(name) : name;
}

function hashed(name: string): string {
  return `sha256-${hash("sha256", name, "base64url")}`;
}
