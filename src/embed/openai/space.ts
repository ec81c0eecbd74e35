import type { Endpoint } from "./config.ts";

/**
 * The vector space of an endpoint's documents, by its name: `openai/MODEL@HOST/DIMENSIONS`, and behind that what stands before
 * each document, as JSON, if anything does. At one of Azure's deployments, which has its model whatever a request names, it is
 * `HOST#DEPLOYMENT`, unless the model is called by the deployment's name, as it should be.
 */
export type Space = { model: string; host: string; deployment?: string; dimensions: number; documentPrefix: string };

/** What the name of an endpoint's vector space begins with; the dimensions follow. */
export function spacePrefix({ model, url }: Pick<Endpoint, "model" | "url">): string {
  const deployment = deploymentOf(url) ?? model;
  return `openai/${model}@${url.host}${deployment === model ? "" : `#${deployment}`}/`;
}

export function spaceName(endpoint: Pick<Endpoint, "model" | "url" | "prefixes">, dimensions: number): string {
  const { document } = endpoint.prefixes;
  return `${spacePrefix(endpoint)}${dimensions}${document === "" ? "" : ` ${JSON.stringify(document)}`}`;
}

/** `undefined` where the name is of no endpoint's space. */
export function parseSpace(name: string): Space | undefined {
  const [, model, host, deployment, dimensions, quoted = '""'] =
    /^openai\/(.+)@([^@/#]+)(?:#([^@/]+))?\/(\d+)(?: ("(?:[^"\\]|\\.)+"))?$/u.exec(name) ?? [];
  if (model === undefined || host === undefined) return undefined;
  const documentPrefix = JSON.parse(quoted) as string; // `spaceName` wrote it
  return {
    model,
    host,
    ...(deployment !== undefined && { deployment }),
    dimensions: Number(dimensions),
    documentPrefix,
  };
}

/** Whether what answers at an address makes vectors of the space, asked for its model. */
export function isMadeAt(url: URL, space: Space): boolean {
  const deployment = deploymentOf(url);
  const own = deployment === undefined ? space.deployment : (space.deployment ?? space.model);
  return space.host === url.host && own === deployment;
}

/** The deployment that an address is of, as its path has it. */
function deploymentOf({ pathname }: URL): string | undefined {
  return /\/deployments\/([^/]+)/u.exec(pathname)?.[1]?.replaceAll("@", "%40");
}
