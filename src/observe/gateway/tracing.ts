import type { Logger } from "../log.ts";

/** What of the SDK is used. Its packages are no dependency: who traces, installs them beside Cairn. */
type Sdk = {
  NodeTracerProvider: new (options: { resource: unknown; spanProcessors: unknown[] }) => {
    register(): void;
    shutdown(): Promise<void>;
  };
  BatchSpanProcessor: new (exporter: unknown) => unknown;
  OTLPTraceExporter: new () => unknown;
  resourceFromAttributes: (attributes: Record<string, string>) => unknown;
};

const packages = [
  "@opentelemetry/sdk-trace-node",
  "@opentelemetry/exporter-trace-otlp-http",
  "@opentelemetry/resources",
];

/**
 * Sends spans to a collector, whose address the exporter reads for itself (`OTEL_EXPORTER_OTLP_ENDPOINT`). Answers what
 * ends it, and sends what is left. Without the SDK there are no spans: platforms set the address for all that they run,
 * so that a server must start with it.
 */
export async function startTracing(
  service: { name: string; version: string },
  log: Logger,
): Promise<() => Promise<void>> {
  const sdk = await loadSdk(log);
  if (sdk === undefined) return async () => undefined;
  const resource = sdk.resourceFromAttributes({ "service.name": service.name, "service.version": service.version });
  const processor = new sdk.BatchSpanProcessor(new sdk.OTLPTraceExporter());
  const provider = new sdk.NodeTracerProvider({ resource, spanProcessors: [processor] });
  provider.register();
  return () => provider.shutdown();
}

async function loadSdk(log: Logger): Promise<Sdk | undefined> {
  try {
    const modules: object[] = await Promise.all(packages.map((name) => import(name)));
    return Object.assign({}, ...modules) as Sdk; // what these packages export, by their documentation
  } catch (error) {
    const remedy = "packages that this needs are missing or cannot be loaded; see Observability in docs/gateway.md";
    log.warn({ packages, err: error }, `OTEL_EXPORTER_OTLP_ENDPOINT is set, but no spans are sent: ${remedy}`);
    return undefined;
  }
}
