import { noteFailure } from "../call.ts";
import { toAppError } from "./errors.ts";
import type { Exchange, NodeResponse } from "./exchange.ts";

/** So long a caller may take to read the end of what was ended. */
const lastWordsMs = 1_000;

/** Once `signal` aborts, cuts an answer that its caller does not take soon: whoever reads nothing would hold its place. */
export function cutUntaken(response: NodeResponse, call: Exchange["call"], signal: AbortSignal): void {
  let timer: NodeJS.Timeout | undefined;
  const cut = (): void => {
    call.isCut = true;
    noteFailure(call, toAppError(signal.reason));
    response.destroy();
  };
  const onEnd = (): void => void (timer = setTimeout(cut, lastWordsMs));
  response.once("close", () => {
    signal.removeEventListener("abort", onEnd);
    clearTimeout(timer);
  });
  if (signal.aborted) onEnd();
  else signal.addEventListener("abort", onEnd, { once: true });
}
