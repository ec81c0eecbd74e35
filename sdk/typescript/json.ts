/** The comparison of vectors: see docs/sdks.md. */

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Names = Map<string, Json>;

/** What a request asks for: "$name" is the value that an earlier vector captured. */
export function filled(value: Json, names: Names): Json {
  if (typeof value === "string" && value.startsWith("$")) return captured(value, names);
  if (Array.isArray(value)) return value.map((each) => filled(each, names));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each, names)]));
}

/** Where an answer is not what was expected, or undefined. */
export function difference(
  expected: Json,
  actual: Json | undefined,
  names: Names,
  path = "answer",
): string | undefined {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return differs(path, expected, actual);
    return first(expected.map((each, index) => difference(each, actual[index], names, `${path}.${index}`)));
  }
  if (expected !== null && typeof expected === "object") {
    if (actual === null || typeof actual !== "object" || Array.isArray(actual)) return differs(path, expected, actual);
    return first(
      Object.entries(expected).map(([name, each]) => difference(each, actual[name], names, `${path}.${name}`)),
    );
  }
  return isValue(expected, actual, names) ? undefined : differs(path, expected, actual);
}

/** The member at a path such as `results.0.id`. Errors: there is none. */
export function at(value: Json, path: string): Json {
  let member: Json | undefined = value;
  for (const name of path.split("."))
    member = (Array.isArray(member) ? member[Number(name)] : (member as { [name: string]: Json })?.[name]) as Json;
  if (member === undefined) throw new Error(`the answer has no ${path}`);
  return member;
}

function isValue(expected: Json, actual: Json | undefined, names: Names): boolean {
  if (typeof expected !== "string" || !expected.startsWith("$")) return expected === actual;
  if (expected === "$any") return actual !== undefined && actual !== null && actual !== "";
  if (expected.startsWith("$has:")) return typeof actual === "string" && actual.includes(expected.slice(5));
  return captured(expected, names) === actual;
}

function captured(name: string, names: Names): Json {
  const value = names.get(name.slice(1));
  if (value === undefined) throw new Error(`nothing was captured as ${name}`);
  return value;
}

const first = (found: (string | undefined)[]) => found.find((each) => each !== undefined);

const differs = (path: string, expected: Json, actual: Json | undefined) =>
  `${path}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`;
