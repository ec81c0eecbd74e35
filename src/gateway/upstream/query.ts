/** Parameters that could prove who calls us: they are not for the provider. */
const ofTheCaller = /^(key|api[-_]?key|access_token|token)$/iu;

/** The query of a caller's address (`?beta=true`), for a provider of the same dialect: unchanged, without credentials. */
export function passedQuery(address: string): string {
  const at = address.indexOf("?");
  if (at < 0) return "";
  const kept = address
    .slice(at + 1)
    .split("&")
    .filter((parameter) => parameter !== "" && !ofTheCaller.test(parameter.split("=")[0]!));
  return kept.length === 0 ? "" : `?${kept.join("&")}`;
}
