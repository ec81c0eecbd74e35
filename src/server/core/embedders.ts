import type { EmbedderConfig, RemoteEmbedderConfig } from "../../config/config.ts";
import { createEmbedder } from "../../embed/create.ts";
import { cosine } from "../../embed/cosine.ts";
import type { OpenaiConfig } from "../../embed/openai/config.ts";
import { prefixesOf } from "../../embed/openai/prefixes.ts";
import { isMadeAt, parseSpace } from "../../embed/openai/space.ts";
import { AppError } from "../../error.ts";
import type { Embedder } from "../../memory/embedder.ts";
import type { Logger } from "../../observe/log.ts";
import { dimensionsOf } from "./dimensions.ts";
import type { EmbedderState } from "./readiness.ts";
import type { Storage } from "../storage.ts";

type Configured = Awaited<ReturnType<typeof createEmbedder>>;

export type Embedders = {
  /** The configured one. */
  target: Embedder;
  /** The one whose vectors are searched: not yet the configured one while a change is under way. */
  searched: Embedder;
  /** How long the vectors of a space are. Errors: unavailable, for one that nobody knows. */
  dimensions(fingerprint: string): number;
  state(): EmbedderState;
  close(): Promise<void>;
};

/**
 * Opens the configured embedder, and beside it the one whose vectors are still the searched ones, if that is the built-in
 * one or another model of the same endpoint. Where it is of an endpoint that is no longer configured, words alone find
 * memories until the change is done.
 */
export async function openEmbedders(
  config: EmbedderConfig,
  generations: Storage["generations"],
  active: string,
  log: Logger,
): Promise<Embedders> {
  const target = await configured(config, generations);
  if (config.kind === "openai") {
    const { query: queryPrefix, document: documentPrefix } = prefixesOf(config);
    log.warn({ url: config.url, queryPrefix, documentPrefix }, "texts are sent off this machine to be embedded");
  }
  const stopping = new AbortController();
  const known = new Map([[target.fingerprint, target.dimensions]]);
  const length = await dimensionsOf(generations, active);
  if (length !== undefined) known.set(active, length);
  const previous = await previousEmbedder(config, target, active);
  const { loaded, state } = load(target, log);
  const isRemote = config.kind === "openai";
  const checked = loaded.then((isLoaded) =>
    isLoaded && isRemote ? warnOfOtherModel(target, generations, log, stopping.signal) : undefined,
  );
  return {
    target,
    searched: previous ?? target,
    dimensions(fingerprint) {
      const dimensions = known.get(fingerprint);
      if (dimensions === undefined)
        throw new AppError("unavailable", `the length of the vectors of ${fingerprint} is unknown`);
      return dimensions;
    },
    state,
    async close() {
      stopping.abort();
      await previous?.close();
      await target.close();
      await checked;
    },
  };
}

/** One that is down does not keep a folder from its start that has vectors of it. */
async function configured(config: EmbedderConfig, generations: Storage["generations"]): Promise<Configured> {
  if (config.kind === "builtin") return createEmbedder(config);
  const spaceBefore = (beginning: string) => generations.spaceOf(beginning);
  try {
    return await createEmbedder({ ...config, key: config.key?.reveal(), spaceBefore });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "unavailable") throw error;
    const hint = "set CAIRN_EMBEDDER_DIMENSIONS to let the server start without it";
    throw new AppError("unavailable", `CAIRN_EMBEDDER_URL: ${error.message}; ${hint}`, { cause: error });
  }
}

async function previousEmbedder(
  config: EmbedderConfig,
  target: Embedder,
  active: string,
): Promise<Embedder | undefined> {
  if (active === "" || active === target.fingerprint) return undefined;
  const beside = config.kind === "openai" ? configBeside(config, active) : undefined;
  if (beside) return createEmbedder(beside);
  const builtin = await createEmbedder({ kind: "builtin" });
  if (builtin.fingerprint === active) return builtin;
  await builtin.close();
  return undefined;
}

/** What makes queries of a space that the same endpoint made. What is set for the queries of a model counts for no other one. */
function configBeside(config: RemoteEmbedderConfig, active: string): OpenaiConfig | undefined {
  const space = parseSpace(active);
  if (space === undefined || !isMadeAt(new URL(config.url), space)) return undefined;
  const { model, dimensions, documentPrefix } = space;
  const queryPrefix = model === config.model ? config.queryPrefix : undefined;
  return { ...config, key: config.key?.reveal(), model, dimensions, documentPrefix, queryPrefix };
}

/** Texts have about the same vector again, or one that has nothing to do with it, if another model has taken the name. */
const sameModelMin = 0.5;

/** A space is known by names, behind which an endpoint may have put another model. Never fails. */
async function warnOfOtherModel(
  embedder: Embedder,
  generations: Pick<Storage["generations"], "sample">,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  try {
    const stored = await generations.sample(embedder.fingerprint, signal);
    const [vector] = stored ? await embedder.embed([stored.text], { signal }) : [];
    if (!stored || !vector) return;
    const compared = { fingerprint: embedder.fingerprint, cosine: cosine(vector, stored.vector) };
    if (compared.cosine >= sameModelMin)
      log.debug(compared, "the embedder gives stored texts the vectors that they have");
    else
      log.error(
        compared,
        "the embedder gives stored texts other vectors than before: give its new model another name, which embeds everything anew",
      );
  } catch (error) {
    if (!signal.aborted)
      log.warn({ err: error }, "whether the embedder gives stored texts the vectors that they have is not known");
  }
}

/** Loads behind the start, and tells how far it is; `loaded` tells whether it could. */
function load(embedder: Configured, log: Logger): { loaded: Promise<boolean>; state: () => EmbedderState } {
  const { fingerprint } = embedder;
  let loading = true;
  const loaded = embedder
    .start()
    .then(
      () => {
        log.info({ fingerprint }, "the embedder is loaded");
        return true;
      },
      (error: unknown) => {
        log.warn({ err: error }, "the embedder is unavailable; until it is back, memories are found by words only");
        return false;
      },
    )
    .finally(() => (loading = false));
  return {
    loaded,
    state() {
      if (loading) return "loading";
      return embedder.works() ? "ok" : "unavailable";
    },
  };
}
