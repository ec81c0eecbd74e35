import { AppError } from "../error.ts";

/** A request's part of the room, given back once it is disposed of. */
export type HeldBody = Disposable & {
  /** Takes more of it. Errors: unavailable, where there is not as much left; cancelled, once it was given back. Nothing is taken then. */
  take(bytes: number): void;
};

const defaultBytes = 512 * 2 ** 20;

/** How many bytes of bodies are held at once, of all requests together: each may be large, and many may come. */
export class BodyRoom {
  #left: number;

  constructor(bytes = defaultBytes) {
    this.#left = bytes;
  }

  get left(): number {
    return this.#left;
  }

  hold(): HeldBody {
    let held = 0;
    let isOpen = true;
    return {
      take: (bytes) => {
        if (!isOpen) throw new AppError("cancelled", "the request has ended");
        if (bytes > this.#left) throw new AppError("unavailable", full, { retryAfterS: 1 });
        this.#left -= bytes;
        held += bytes;
      },
      [Symbol.dispose]: () => {
        this.#left += held;
        held = 0;
        isOpen = false;
      },
    };
  }
}

const full = "the bodies of open requests use all the memory allowed for them: try again in a second";
