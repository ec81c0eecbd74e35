import type { Capabilities } from "../chat/capabilities.ts";
import type { DialectName } from "../chat/request.ts";

/** Where models are asked for. */
export type Provider = {
  /** Before the slash of `<provider>/<model>`. */
  id: string;
  dialect: DialectName;
  /** Up to the version, without a slash at the end: `https://api.openai.com/v1`. */
  url: string;
  /** Absent where it has none yet, or wants none. */
  key: Credential | undefined;
  /** The variable that the key is read from: what an error tells to set. */
  keyVariable: string;
  /** How it says, with status 400, that its key is wrong; others have status 401 for that. */
  wrongKey?: RegExp;
  /** What its endpoint takes, whatever the model is called, where that is not what the model's family takes. */
  takes?: Partial<Capabilities>;
  /** As OpenTelemetry's conventions have it, where it is not `id`. */
  otelName?: string;
  /** Beginnings of model names that are its own, in the order of the specification. */
  prefixes: readonly string[];
  /** The operator's own endpoint, whose models are asked for by GET /models, and which may want no key. */
  own?: boolean;
};

/** A provider's key: it is revealed to the provider only. */
export interface Credential {
  reveal(): string;
}

/** A provider's state, as callers may see it. */
export type ProviderState = {
  id: string;
  status: "ok" | "no_key" | "failing";
  /** How many it is known to have. */
  models: number;
  lastErrorAtMs: number | undefined;
};

export function isAvailable({ key, own }: Provider): boolean {
  return key !== undefined || own === true;
}
