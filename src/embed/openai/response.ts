import { AppError } from "../../error.ts";
import { isObject } from "../../json.ts";
import { normalise } from "../normalise.ts";
import { errorCode, ofCode } from "./status.ts";

/**
 * The vectors of an answer `{data: [{index, embedding: number[]}]}`, by index, normalised.
 * Errors: invalid_argument, if a text was given no vector that has a direction; unavailable, if it is anything else or
 * has other dimensions than agreed.
 */
export function readVectors(body: unknown, count: number, dimensions: number | undefined): Float32Array[] {
  const data = isObject(body) ? body["data"] : undefined;
  if (isObject(body) && isObject(body["error"])) throw wrong(`an error${ofCode(errorCode(body))} with status 200`);
  if (!Array.isArray(data)) throw wrong("an answer without the list `data`");
  if (data.length !== count) throw wrong(`${data.length} vectors instead of ${count}`);
  const vectors = Array.from<Float32Array | undefined>({ length: count });
  data.forEach((item: unknown, position) => {
    if (!isObject(item)) throw wrong("an item that is not an object");
    // Some endpoints leave the index out and keep the order.
    const index = typeof item["index"] === "number" ? item["index"] : position;
    vectors[index] = readVector(item["embedding"], dimensions);
  });
  return vectors.slice(0, count).map((vector) => {
    if (vector === undefined) throw wrong("an index that is repeated or out of range");
    return vector;
  });
}

function readVector(value: unknown, dimensions: number | undefined): Float32Array {
  if (!Array.isArray(value) || value.length === 0 || !value.every((v) => typeof v === "number")) {
    throw wrong("an embedding that is not a list of numbers", "invalid_argument");
  }
  if (dimensions !== undefined && value.length !== dimensions) {
    throw wrong(`${value.length} dimensions instead of ${dimensions}`);
  }
  const vector = Float32Array.from(value);
  if (!normalise(vector)) throw wrong("a vector without direction", "invalid_argument");
  return vector;
}

function wrong(what: string, code: "unavailable" | "invalid_argument" = "unavailable"): AppError {
  return new AppError(code, `the embedding endpoint sent ${what}`);
}
