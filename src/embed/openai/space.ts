import type { Endpoint } from "./config.ts";

/** What the name of an endpoint's vector space begins with; the dimensions follow. */
export const spacePrefix = ({ model, url }: Pick<Endpoint, "model" | "url">): string => `openai/${model}@${url.host}/`;

/** The model of a vector space, where it is one of the endpoint at this address. */
export function modelBeside(url: string, space: string): { model: string; dimensions: number } | undefined {
  const [, model, host, dimensions] = /^openai\/(.+)@([^@/]+)\/(\d+)$/u.exec(space) ?? [];
  if (model === undefined || host !== new URL(url).host) return undefined;
  return { model, dimensions: Number(dimensions) };
}
