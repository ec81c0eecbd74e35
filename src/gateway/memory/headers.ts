export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** A header's only, or first, value; `undefined` for an empty one. */
export function headerOf(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  const first = (Array.isArray(value) ? value[0] : value)?.trim();
  return first === "" ? undefined : first;
}
