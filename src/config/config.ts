import { resolve } from "node:path";
import type { Fallback } from "../gateway/model/fallbacks.ts";
import { knownProviders } from "../gateway/model/known-providers.ts";
import { nearest } from "../nearest.ts";
import { isAddress, withoutSlash } from "./address.ts";
import { variables, type Environment, type Form, type Variable } from "./env.ts";
import { parseFallbacks, wrongNames } from "./fallbacks.ts";
import { wrongModel } from "./model-name.ts";
import { parseOwnProvider, providersOf, wrongOwn, type OwnProvider } from "./providers.ts";
import { Secret, wrongSecret } from "./secrets.ts";

/** All that the environment sets. What each is for, its unit and default stand with its variable, in env.ts. */
export type Config = {
  host: string;
  port: number;
  /** Absolute. */
  dataFolder: string;
  logLevel: Values["CAIRN_LOG"];
  embedder: EmbedderConfig;
  corsOrigins: string[];
  hosts: string[];
  trustedProxies: string[];
  unauthenticatedPerMinute: number;
  /** Requests per minute of all keys that are bound to one user; as many as the plan allows where absent. */
  userPerMinute: number | undefined;
  requestTimeoutMs: number;
  drainMs: number;
  residentRows: number;
  residentBytes: number;
  flushRows: number;
  indexRows: number;
  gateway: GatewayConfig;
  /** The service's name in spans; absent where none are sent. */
  tracedAs: string | undefined;
};

/** Keys and addresses of the known providers, by their ids, where they were given; and the operator's own. */
export type GatewayConfig = {
  providers: Record<string, { key: Secret | undefined; url: string | undefined }>;
  own: OwnProvider[];
  /** Which models are asked where a model's own provider is unavailable. */
  fallbacks: Fallback[];
  /** The model that finds rules in messages beside the rules of language, if any does. */
  extractorModel: string | undefined;
  firstByteTimeoutMs: number;
  silenceTimeoutMs: number;
  /** Where it is offered. */
  http2: boolean;
  pingMs: number;
  memoryTimeoutMs: number;
  /** The file of prices, absolute. */
  prices: string | undefined;
  /** Open requests of an account. */
  concurrency: number;
};

/** What makes texts vectors. */
export type EmbedderConfig = { kind: "builtin" } | RemoteEmbedderConfig;

export type RemoteEmbedderConfig = {
  kind: "openai";
  url: string;
  model: string;
  key: Secret | undefined;
  /** Those that the model's name is known to need where absent. */
  queryPrefix: string | undefined;
  documentPrefix: string | undefined;
  /** What the endpoint is asked for; its own where absent. */
  dimensions: number | undefined;
};

/** A config, or all that is wrong, a sentence each. Warnings stop nothing. */
export type Parsed = { warnings: string[] } & (
  { config: Config; errors: [] } | { config: undefined; errors: string[] }
);

type ValueOf<V extends Variable> = V extends { kind: "integer" }
  ? number
  : V extends { kind: "optionalInteger" }
    ? number | undefined
    : V extends { kind: "choice"; choices: readonly (infer Choice)[] }
      ? Choice
      : V extends { kind: "list" }
        ? string[]
        : V extends { kind: "secret" }
          ? Secret | undefined
          : V extends { kind: "optional" | "address" | "prefix" }
            ? string | undefined
            : string;

type Values = { [Name in keyof typeof variables]: ValueOf<(typeof variables)[Name]> };

/** What Kubernetes puts into every pod beside a service called `cairn`. */
const injected = /^CAIRN_(SERVICE_HOST|SERVICE_PORT(_.*)?|PORT_.*)$/u;

/** What clients read, the README's lines among them: no slip in a server's environment. */
const ofClients = ["CAIRN_KEY", "CAIRN_URL"];

/** Reads the environment that it is given; touches nothing else. An empty variable counts as absent. */
export function parseConfig(environment: Environment, cwd: string): Parsed {
  const errors: string[] = [];
  const read: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries(variables)) {
    const value = parseVariable(variable, given(environment, name, variable));
    if (value instanceof Wrong) errors.push(`${name} ${value.message}`);
    else read[name] = value;
  }
  const values = read as Values; // each value was parsed by its own variable's kind
  const embedder = errors.length === 0 ? embedderConfig(values, errors) : undefined;
  const gateway = errors.length === 0 ? gatewayConfig(values, environment, cwd) : undefined;
  if (gateway) errors.push(...wrongGateway(gateway));
  const warnings = unknownVariables(environment);
  if (embedder === undefined || gateway === undefined || errors.length > 0) {
    return { config: undefined, errors, warnings };
  }
  return { config: assemble(values, embedder, gateway, cwd), errors: [], warnings };
}

function assemble(values: Values, embedder: EmbedderConfig, gateway: GatewayConfig, cwd: string): Config {
  return {
    host: values.CAIRN_HOST,
    port: values.CAIRN_PORT,
    dataFolder: resolve(cwd, values.CAIRN_DATA),
    logLevel: values.CAIRN_LOG,
    embedder,
    corsOrigins: values.CAIRN_CORS_ORIGINS.map(originOf),
    hosts: values.CAIRN_HOSTS.map((host) => host.toLowerCase()),
    trustedProxies: values.CAIRN_TRUSTED_PROXIES,
    unauthenticatedPerMinute: values.CAIRN_UNAUTHENTICATED_PER_MINUTE,
    userPerMinute: values.CAIRN_USER_PER_MINUTE,
    requestTimeoutMs: values.CAIRN_REQUEST_TIMEOUT_MS,
    drainMs: values.CAIRN_DRAIN_MS,
    residentRows: values.CAIRN_RESIDENT_ROWS,
    residentBytes: values.CAIRN_RESIDENT_MB * 2 ** 20,
    flushRows: values.CAIRN_FLUSH_ROWS,
    indexRows: values.CAIRN_INDEX_ROWS,
    gateway,
    tracedAs: values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined ? undefined : values.OTEL_SERVICE_NAME,
  };
}

/** As browsers send it: in lower case, without the usual port. */
function originOf(item: string): string {
  return item === "*" ? item : new URL(item).origin;
}

/** A remote embedder usually takes 100 to 500 ms for a question: with less, memory would be found by words alone. */
const memoryTimeoutMs = { builtin: 300, openai: 1_000 };

function gatewayConfig(values: Values, environment: Environment, cwd: string): GatewayConfig {
  return {
    providers: Object.fromEntries(
      knownProviders.map(({ id, keyVariable, urlVariable }) => [
        id,
        { key: values[keyVariable], url: values[urlVariable] },
      ]),
    ),
    own: values.CAIRN_PROVIDERS.map((item) => parseOwnProvider(item, environment)),
    fallbacks: parseFallbacks(values.CAIRN_FALLBACKS ?? ""),
    extractorModel: values.CAIRN_EXTRACTOR_MODEL,
    firstByteTimeoutMs: values.CAIRN_FIRST_BYTE_TIMEOUT_MS,
    silenceTimeoutMs: values.CAIRN_SILENCE_TIMEOUT_MS,
    http2: values.CAIRN_UPSTREAM_HTTP2 === "on",
    pingMs: values.CAIRN_PING_MS,
    memoryTimeoutMs: values.CAIRN_MEMORY_TIMEOUT_MS ?? memoryTimeoutMs[values.CAIRN_EMBEDDER],
    prices: values.CAIRN_PRICES === undefined ? undefined : resolve(cwd, values.CAIRN_PRICES),
    concurrency: values.CAIRN_GATEWAY_CONCURRENCY,
  };
}

function wrongGateway({ own, fallbacks, extractorModel, providers }: GatewayConfig): string[] {
  const all = providersOf({ providers, own });
  const errors = [...wrongOwn(own), ...wrongNames(fallbacks, all).map((wrong) => `CAIRN_FALLBACKS: ${wrong}`)];
  const wrong = extractorModel && wrongModel(extractorModel, all);
  if (wrong) errors.push(`CAIRN_EXTRACTOR_MODEL is ${JSON.stringify(extractorModel)}: ${wrong}`);
  return errors;
}

function embedderConfig(values: Values, errors: string[]): EmbedderConfig | undefined {
  if (values.CAIRN_EMBEDDER === "builtin") return { kind: "builtin" };
  const { CAIRN_EMBEDDER_URL: url, CAIRN_EMBEDDER_MODEL: model } = values;
  if (url === undefined)
    errors.push("CAIRN_EMBEDDER_URL must be the endpoint's address if CAIRN_EMBEDDER is openai, but is missing");
  if (model === undefined)
    errors.push("CAIRN_EMBEDDER_MODEL must be the model's name if CAIRN_EMBEDDER is openai, but is missing");
  if (url === undefined || model === undefined) return undefined;
  const { CAIRN_EMBEDDER_KEY: key, CAIRN_EMBEDDER_DIMENSIONS: dimensions } = values;
  const { CAIRN_EMBEDDER_QUERY_PREFIX: queryPrefix, CAIRN_EMBEDDER_DOCUMENT_PREFIX: documentPrefix } = values;
  return { kind: "openai", url, model, key, queryPrefix, documentPrefix, dimensions };
}

function given(environment: Environment, name: string, { kind }: Variable): string | undefined {
  const value = environment[name];
  const trimmed = value?.trim() ?? "";
  if (trimmed === "" || (name === "CAIRN_PORT" && trimmed.startsWith("tcp://"))) return undefined;
  return kind === "prefix" ? value : trimmed;
}

/** Why a value is not taken, behind the name of its variable. */
class Wrong {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

function notAllowed(value: string, allowed: string): Wrong {
  // What stands before it may be a password.
  const at = value.includes("://") ? value.lastIndexOf("@") : -1;
  const shown = at < 0 ? value : `...${value.slice(at)}`;
  const hint = at < 0 ? "" : ", without a user or password";
  return new Wrong(`must be ${allowed}${hint}, got ${JSON.stringify(shown)}`);
}

function parseVariable(variable: Variable, value: string | undefined): unknown {
  switch (variable.kind) {
    case "text":
    case "optional":
      if (value === undefined) return variable.kind === "text" ? variable.fallback : undefined;
      return matches(variable.matches, value) ? value : notAllowed(value, variable.allowed ?? "another form");
    case "address":
      if (value === undefined) return undefined;
      return matches(variable.matches ?? address, value) ? withoutSlash(value) : notAllowed(value, variable.allowed);
    case "prefix":
      return value === undefined ? undefined : parsePrefix(value, variable.max);
    case "secret": {
      if (value === undefined) return undefined;
      const wrong = wrongSecret(value);
      return wrong === undefined ? new Secret(value) : new Wrong(wrong);
    }
    case "integer":
    case "optionalInteger":
      if (value === undefined) return variable.kind === "integer" ? variable.fallback : undefined;
      return parseInteger(value, variable.min, variable.max);
    case "choice":
      if (value === undefined) return variable.fallback;
      return variable.choices.includes(value) ? value : notAllowed(value, `one of ${variable.choices.join(", ")}`);
    case "list":
      return parseList(value ?? "", variable.matches, variable.allowed);
    default:
      return variable satisfies never;
  }
}

const address: Form = { test: isAddress };

/**
 * With its spaces, in the forms in which files of variables carry it: in quotes, which some readers of such files leave there,
 * and with a line break as `\\n`. The word `none` is no text.
 */
function parsePrefix(value: string, max: number): string | Wrong {
  const bare = /^\s*(["'])(.*)\1\s*$/su.exec(value)?.[2] ?? value;
  const text = bare.trim() === "none" ? "" : bare.replaceAll("\\n", "\n");
  return text.length <= max ? text : new Wrong(`must have at most ${max} characters, got ${text.length}`);
}

function parseInteger(value: string, min: number, max: number): number | Wrong {
  const parsed = /^\d{1,10}$/u.test(value) ? Number(value) : Number.NaN;
  return parsed >= min && parsed <= max ? parsed : notAllowed(value, `a whole number from ${min} to ${max}`);
}

function parseList(value: string, form: Form, allowed: string): string[] | Wrong {
  const items = value.split(",").map((item) => item.trim());
  const kept = items.filter((item) => item !== "");
  const wrong = kept.find((item) => !matches(form, item));
  return wrong === undefined ? kept : notAllowed(wrong, `a comma-separated list of ${allowed}`);
}

function matches(form: Form | undefined, value: string): boolean {
  return form === undefined || form.test(value);
}

function unknownVariables(environment: Environment): string[] {
  const known = Object.keys(variables);
  const names = Object.keys(environment).filter((name) => name.startsWith("CAIRN_"));
  return names
    .filter((name) => ![...known, ...ofClients].includes(name) && !injected.test(name))
    .map((name) => `${name} is not a variable of Cairn; the nearest is ${nearest(name, known, 1)[0]}`);
}
