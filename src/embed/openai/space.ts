import type { Endpoint } from "./config.ts";

/**
 * The vector space of an endpoint's documents, by its name: `openai/MODEL@HOST/DIMENSIONS`, and behind that what stands before
 * each document, as JSON, if anything does.
 */
export type Space = { model: string; host: string; dimensions: number; documentPrefix: string };

/** What the name of an endpoint's vector space begins with; the dimensions follow. */
export const spacePrefix = ({ model, url }: Pick<Endpoint, "model" | "url">): string => `openai/${model}@${url.host}/`;

export function spaceName(endpoint: Pick<Endpoint, "model" | "url" | "prefixes">, dimensions: number): string {
  const { document } = endpoint.prefixes;
  return `${spacePrefix(endpoint)}${dimensions}${document === "" ? "" : ` ${JSON.stringify(document)}`}`;
}

/** `undefined` where the name is of no endpoint's space. */
export function parseSpace(name: string): Space | undefined {
  const [, model, host, dimensions, quoted = '""'] =
    /^openai\/(.+)@([^@/]+)\/(\d+)(?: ("(?:[^"\\]|\\.)+"))?$/u.exec(name) ?? [];
  if (model === undefined || host === undefined) return undefined;
  const documentPrefix = JSON.parse(quoted) as string; // `spaceName` wrote it
  return { model, host, dimensions: Number(dimensions), documentPrefix };
}
