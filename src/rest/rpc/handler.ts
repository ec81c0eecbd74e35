import {
  Code,
  ConnectError,
  createConnectRouter,
  createContextKey,
  type ConnectRouter,
  type ConnectRouterOptions,
  type HandlerContext,
  type Interceptor,
} from "@connectrpc/connect";
import { universalRequestFromNodeRequest, universalResponseToNodeResponse } from "@connectrpc/connect-node";
import { assertByteStreamRequest } from "@connectrpc/connect/protocol";
import type { DescMethod } from "@bufbuild/protobuf";
import { callKey } from "../../call.ts";
import type { BodyRoom, HeldBody } from "../body-room.ts";
import { Deadlines } from "../deadlines.ts";
import type { NodeRequest, NodeResponse } from "../exchange.ts";
import { callValues } from "../listen/edge-call.ts";
import { textOfRequest } from "../transcode/json/parse.ts";
import { binaryOptions } from "./bounded-decoding.ts";
import { withoutEndless } from "./caller-deadline.ts";
import { endReasons } from "./end-reasons.ts";
import { heldByCall, heldCompressions, take } from "./held-compression.ts";
import { noteOutcome } from "./outcome.ts";
import { isErrorAlone, writeTrailersOnly } from "./trailers-only.ts";
import { blameCaller, blamesCaller } from "./unreadable.ts";

/**
 * Answers for the paths of gRPC, gRPC-Web and Connect. It rejects only where nothing was sent. What the protocol refuses
 * before the gate, such as a type of content that it does not know, is counted by `countUnseen`.
 */
export type RpcHandler = (
  request: NodeRequest,
  response: NodeResponse,
  countUnseen: () => Promise<void>,
) => Promise<void>;

export type RpcOptions = Pick<ConnectRouterOptions, "readMaxBytes"> & {
  /** Ends what is open when it aborts, for its reason. */
  stopping?: AbortSignal;
  interceptors: Interceptor[];
  /** For a method's bodies, as sent and as inflated: each is held until its answer has ended. Those without are held to be small. */
  room: (method: DescMethod) => Pick<BodyRoom, "hold"> | undefined;
  /** Runs before the body is read. */
  gate: (context: HandlerContext) => void | Promise<void>;
  /**
   * How long a unary call may take, from its head to its answer, and what is sent to any other; else it is
   * `deadline_exceeded`.
   */
  deadlineMs: number;
  /** Methods whose answer may take longer: the deadline holds for their request alone. */
  patient: (method: DescMethod) => boolean;
  routes(router: ConnectRouter): void;
};

/**
 * As REST has it: a member that is not known is refused by its name (docs/decisions/0022), and so is what REST does not
 * parse, by a decoder that Connect takes from here though its types do not say so.
 */
const jsonOptions = {
  ignoreUnknownFields: false,
  textDecoder: {
    decode: (bytes: Uint8Array) => textOfRequest(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)).text,
  },
};

/** Rejects once the time of a call has passed. The answer of a stream may take as long as its client wants. */
type Late = Promise<never>;

const lateKey = createContextKey<Late | undefined>(undefined, { description: "the deadline of a unary call" });

const seenKey = createContextKey(false, { description: "whether the gate has seen the call" });

/**
 * What Connect's own adapter does, and more: room for the body; a deadline, while the body comes and while the method runs;
 * none of a caller's that no timer can wait for; a signal that says why it aborts; the blame for what cannot be read; a note
 * of the code of what failed before an interceptor could see it; a count of what the gate never saw; and errors of gRPC in
 * the form that its clients retry.
 */
export function createRpcHandler(options: RpcOptions): RpcHandler {
  const { interceptors, gate, deadlineMs, patient, routes, readMaxBytes, room, stopping } = options;
  const router = createConnectRouter({
    readMaxBytes,
    jsonOptions,
    binaryOptions,
    ...(stopping && { shutdownSignal: stopping }),
    acceptCompression: heldCompressions,
    interceptors: [blamesCaller, inTime, endReasons, ...interceptors],
    async requestGate(context) {
      await within(context.values.set(seenKey, true).get(lateKey), gate(context));
      blameCaller(context);
    },
  });
  routes(router);
  const handlers = new Map(router.handlers.map((handler) => [handler.requestPath, handler]));
  const deadlines = new Deadlines(deadlineMs);

  return async (request, response, countUnseen) => {
    const handler = handlers.get(request.url?.split("?", 1)[0] ?? "");
    if (handler === undefined) throw new Error(`no RPC answers at ${request.url}`);
    const values = callValues(request);
    const asked = universalRequestFromNodeRequest(request, response, undefined, values);
    assertByteStreamRequest(asked);
    withoutEndless(asked.header);
    const arrival = { complete: false };
    const late = startClock(deadlines, arrival, response);
    if (handler.method.methodKind === "unary" && !patient(handler.method)) values.set(lateKey, late);
    const held = room(handler.method)?.hold();
    // What Connect makes of an answer waits for an event that Node's answers do not have: it does not end.
    response.once("close", () => held?.[Symbol.dispose]());
    await heldByCall.run(held, async () => {
      const answer = await handler({ ...asked, body: readInTime(asked.body, arrival, late, held) });
      if (!values.get(seenKey)) await countUnseen();
      const noted = noteOutcome(answer, values.get(callKey)?.note);
      if ("stream" in response && isErrorAlone(answer)) return writeTrailersOnly(noted, response);
      await universalResponseToNodeResponse(noted, response).catch((error) => {
        if (ConnectError.from(error).code !== Code.Aborted) throw error; // that is a caller who went away
      });
    });
  };
}

const inTime: Interceptor = (next) => (request) => within(request.contextValues.get(lateKey), next(request));

async function within<T>(late: Late | undefined, work: T | Promise<T>): Promise<T> {
  return await (late === undefined ? work : Promise.race([work, late]));
}

type Arrival = { complete: boolean };

function startClock(deadlines: Deadlines, arrival: Arrival, response: NodeResponse): Late {
  const over = Promise.withResolvers<never>();
  response.once("close", () => over.reject(new ConnectError("the call is over", Code.Canceled)));
  const late = deadlines.within(over.promise, () => {
    const message = arrival.complete ? "the answer took too long" : "the request did not arrive in time";
    return new ConnectError(message, Code.DeadlineExceeded);
  });
  late.catch(() => undefined); // whoever waits for it is told
  return late;
}

/** A body that nobody reads to its end is left as it is: to return it to Node would cut the connection of our answer. */
async function* readInTime(body: AsyncIterable<Uint8Array>, arrival: Arrival, late: Late, held: HeldBody | undefined) {
  const chunks = body[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await within(late, chunks.next());
    if (done) break;
    take(held, value.length);
    yield value;
  }
  arrival.complete = true;
}
