import { Code, ConnectError, type ConnectRouter } from "@connectrpc/connect";
import { Health, HealthCheckResponse_ServingStatus as Status } from "../../gen/grpc/health/v1/health_pb.ts";
import { callKey } from "../call.ts";
import { HealthWatches } from "./health-watches.ts";

export type HealthBoardOptions = {
  /** A watch ends after this, before its connection is cut for being idle; who wants to go on asks again. Default: 540 000. */
  watchMs?: number;
};

/** Whether this server can serve, as gRPC's health checks ask: the same for every service, and for all ("") together. */
export class HealthBoard {
  readonly #services: ReadonlySet<string>;
  readonly #watchMs: number;
  #serving = false;
  #closed = false;
  #changed = Promise.withResolvers<void>();

  /** Starts as not serving. */
  constructor(services: readonly { typeName: string }[], { watchMs = 540_000 }: HealthBoardOptions = {}) {
    this.#watchMs = watchMs;
    this.#services = new Set(["", ...services.map((service) => service.typeName)]);
  }

  set(serving: boolean): void {
    if (serving === this.#serving) return;
    this.#serving = serving;
    this.#tell();
  }

  /** Not serving from now on. Watches end once they were told. */
  close(): void {
    this.#serving = false;
    this.#closed = true;
    this.#tell();
  }

  statusOf(service: string): Status {
    if (!this.#services.has(service)) return Status.SERVICE_UNKNOWN;
    return this.#serving ? Status.SERVING : Status.NOT_SERVING;
  }

  /**
   * The status of a service, and again whenever it changes, until the board closes or the time is over. Throws the
   * signal's reason when it aborts.
   */
  async *watch(service: string, signal: AbortSignal): AsyncGenerator<Status> {
    const stop = Promise.withResolvers<void>();
    signal.addEventListener("abort", () => stop.resolve(), { once: true });
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      stop.resolve();
    }, this.#watchMs).unref();
    try {
      let told: Status | undefined;
      for (let isLast = false; !isLast;) {
        signal.throwIfAborted();
        isLast = isOver || this.#closed;
        const changed = this.#changed.promise;
        const status = this.statusOf(service);
        if (status !== told) yield (told = status);
        if (!isLast) await Promise.race([changed, stop.promise]);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  #tell(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}

/** Adds the service grpc.health.v1.Health. */
export function addHealth(router: ConnectRouter, board: HealthBoard): void {
  const watches = new HealthWatches();
  router.service(Health, {
    check({ service }) {
      const status = board.statusOf(service);
      if (status === Status.SERVICE_UNKNOWN) throw new ConnectError(`no service "${service}"`, Code.NotFound);
      return { status };
    },
    async *watch({ service }, { signal, values }) {
      using _place = watches.enter(values.get(callKey)?.address ?? "");
      for await (const status of board.watch(service, signal)) yield { status };
    },
  });
}
