import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import { AppError, invalid } from "../../error.ts";
import { isObject } from "../../json.ts";
import { checkDepth, chatDepthMax } from "../../json-text.ts";
import { checkUser } from "../../memory/scope.ts";
import { isBlank, isDotSegment, isWithin } from "../../memory/text.ts";
import { parseTime } from "../../rpc/convert/time.ts";

/** Errors: invalid_argument where the text is not that of a JSON object, or is nested deeper than a request to a model may be. */
export function parseObject(field: string, text: string): JsonObject {
  checkDepth(field, Buffer.from(text), chatDepthMax);
  try {
    return objectOf(JSON.parse(text) as JsonValue, field); // JSON.parse makes nothing else
  } catch (error) {
    throw error instanceof AppError ? error : invalid(field, "must be JSON");
  }
}

export function objectOf(value: JsonValue, field: string): JsonObject {
  if (isObject(value)) return value;
  throw invalid(field, "must be a JSON object");
}

export function optionalText(field: string, value: JsonValue | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== "string" || isBlank(value) || !isWithin(value, 200)) {
    throw invalid(field, "must be a text of 1 to 200 characters");
  }
  return value;
}

export function flagOf(field: string, value: JsonValue | undefined): boolean {
  if (typeof value !== "boolean") throw invalid(field, "must be true or false");
  return value;
}

export function timeOf(field: string, value: JsonValue | undefined): number {
  return parseTime(field, typeof value === "string" ? value : "");
}

/** Errors: invalid_argument, which names the first of the members that a line has and should not have. */
export function refuseOthers(others: JsonObject, message: string): void {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw invalid(unknown, message);
}

/** The member `session_id`. */
export function optionalSession(value: JsonValue | undefined): string | undefined {
  const session = optionalText("session_id", value);
  if (session !== undefined && isDotSegment(session)) throw invalid("session_id", 'must not be "." or ".."');
  return session;
}

/** The member `user_id`. */
export function optionalUser(value: JsonValue | undefined): string | undefined {
  const user = optionalText("user_id", value);
  if (user !== undefined) checkUser(user, "user_id");
  return user;
}
