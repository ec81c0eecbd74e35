import { Code, ConnectError } from "@connectrpc/connect";
import { networkOf } from "../account/network.ts";

/** Watches at once, of everybody and of one network: each keeps its connection open, and nobody pays for it. */
const watchesMax = 1_000;
const watchesPerNetwork = 50;

/** How many watch the health of this server, and that they do not become too many. */
export class HealthWatches {
  readonly #byNetwork = new Map<string, number>();
  #open = 0;

  /**
   * Takes a place until it is disposed of, once. Errors: unimplemented, where there is none left: at that alone gRPC's clients
   * give up watching and call all the same (gRFC A17), while at any other error they call nothing until they may watch.
   */
  enter(address: string): Disposable {
    const network = networkOf(address);
    const near = this.#byNetwork.get(network) ?? 0;
    if (near >= watchesPerNetwork) throw tooMany(`${watchesPerNetwork} from one network`);
    if (this.#open >= watchesMax) throw tooMany(`${watchesMax} in all`);
    this.#open++;
    this.#byNetwork.set(network, near + 1);
    return { [Symbol.dispose]: () => this.#leave(network) };
  }

  #leave(network: string): void {
    this.#open--;
    const near = (this.#byNetwork.get(network) ?? 0) - 1;
    if (near > 0) this.#byNetwork.set(network, near);
    else this.#byNetwork.delete(network);
  }
}

function tooMany(limit: string): ConnectError {
  return new ConnectError(`too many watches are open: ${limit} at most`, Code.Unimplemented);
}
