import { setTimeout as sleep } from "node:timers/promises";
import { Code, ConnectError, type ConnectRouter } from "@connectrpc/connect";
import { Health, HealthCheckResponse_ServingStatus as Status } from "../../gen/grpc/health/v1/health_pb.ts";
import { callKey } from "../call.ts";
import { HealthWatches } from "./health-watches.ts";

export type HealthBoardOptions = {
  /** A watch ends after this, before its connection is cut for being idle; who wants to go on asks again. Default: 540 000. */
  watchMs?: number;
  /** How often a watch asks whether the server is ready. Default: 5 000. */
  askMs?: number;
};

/** Whether this server can serve, as gRPC's health checks ask: the same for every service, and for all ("") together. */
export class HealthBoard {
  readonly #services: ReadonlySet<string>;
  readonly #isReady: () => Promise<boolean>;
  readonly #watchMs: number;
  readonly #askMs: number;
  readonly #watches = new Set<AbortController>();
  #closed = false;

  constructor(
    services: readonly { typeName: string }[],
    isReady: () => Promise<boolean>,
    { watchMs = 540_000, askMs = 5_000 }: HealthBoardOptions = {},
  ) {
    this.#services = new Set(["", ...services.map((service) => service.typeName)]);
    this.#isReady = isReady;
    this.#watchMs = watchMs;
    this.#askMs = askMs;
  }

  /** Not serving from now on. Watches end once they were told. */
  close(): void {
    this.#closed = true;
    for (const watch of this.#watches) watch.abort();
  }

  async statusOf(service: string): Promise<Status> {
    if (!this.#services.has(service)) return Status.SERVICE_UNKNOWN;
    return (await this.#isReady()) && !this.#closed ? Status.SERVING : Status.NOT_SERVING;
  }

  /**
   * The status of a service, and again whenever it changes, until the board closes or the time is over. Throws the
   * signal's reason when it aborts.
   */
  async *watch(service: string, signal: AbortSignal): AsyncGenerator<Status> {
    const end = new AbortController();
    const stop = () => end.abort();
    signal.addEventListener("abort", stop, { once: true });
    const timer = setTimeout(stop, this.#watchMs).unref();
    this.#watches.add(end);
    try {
      let told: Status | undefined;
      for (let isLast = false; !isLast;) {
        signal.throwIfAborted();
        isLast = this.#closed || end.signal.aborted;
        const status = await this.statusOf(service);
        if (status !== told) yield (told = status);
        if (!isLast) await sleep(this.#askMs, undefined, { signal: end.signal, ref: false }).catch(() => undefined);
      }
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      this.#watches.delete(end);
    }
  }
}

export function addHealth(router: ConnectRouter, board: HealthBoard): void {
  const watches = new HealthWatches();
  router.service(Health, {
    async check({ service }) {
      const status = await board.statusOf(service);
      if (status === Status.SERVICE_UNKNOWN) throw new ConnectError(`no service "${service}"`, Code.NotFound);
      return { status };
    },
    async *watch({ service }, { signal, values }) {
      using _place = watches.enter(values.get(callKey)?.address ?? "");
      for await (const status of board.watch(service, signal)) yield { status };
    },
  });
}
