import { Code, ConnectError, type ConnectRouter } from "@connectrpc/connect";
import { Health, HealthCheckResponse_ServingStatus as Status } from "../../gen/grpc/health/v1/health_pb.ts";

/** Whether this server can serve, as gRPC's health checks ask: the same for every service, and for all ("") together. */
export class HealthBoard {
  readonly #services: ReadonlySet<string>;
  #serving = false;
  #changed = Promise.withResolvers<void>();

  /** Starts as not serving. */
  constructor(services: readonly { typeName: string }[]) {
    this.#services = new Set(["", ...services.map((service) => service.typeName)]);
  }

  set(serving: boolean): void {
    if (serving === this.#serving) return;
    this.#serving = serving;
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  statusOf(service: string): Status {
    if (!this.#services.has(service)) return Status.SERVICE_UNKNOWN;
    return this.#serving ? Status.SERVING : Status.NOT_SERVING;
  }

  /** The status of a service, and again whenever it changes. Throws the signal's reason when it aborts. */
  async *watch(service: string, signal: AbortSignal): AsyncGenerator<Status> {
    const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    while (!signal.aborted) {
      const changed = this.#changed.promise;
      yield this.statusOf(service);
      await Promise.race([changed, aborted]);
    }
    throw ConnectError.from(signal.reason, Code.Canceled);
  }
}

/** Adds the service grpc.health.v1.Health. */
export function addHealth(router: ConnectRouter, board: HealthBoard): void {
  router.service(Health, {
    check({ service }) {
      const status = board.statusOf(service);
      if (status === Status.SERVICE_UNKNOWN) throw new ConnectError(`no service "${service}"`, Code.NotFound);
      return { status };
    },
    async *watch({ service }, { signal }) {
      for await (const status of board.watch(service, signal)) yield { status };
    },
  });
}
