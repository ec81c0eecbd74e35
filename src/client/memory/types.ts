import type { RecordOutcomeResponse } from "../../../gen/client/types.ts";

/** What asks a model: a body, and options of the call. */
export type Create = (body: unknown, options?: unknown) => PromiseLike<unknown>;

type AnyCreate = (...args: never[]) => PromiseLike<unknown>;

/** A client such as `new OpenAI()`. */
export type OpenAI = { chat: { completions: { create: AnyCreate } } };

/** A client such as `new Anthropic()`. */
export type Anthropic = { messages: { create: AnyCreate } };

/** The client's `create` with memory, under the same name. */
export type Remembering<Client> = Outcomes &
  (Client extends { chat: { completions: { create: infer C } } }
    ? { chat: { completions: { create: Remembered<C> } } }
    : Client extends { messages: { create: infer C } }
      ? { messages: { create: Remembered<C> } }
      : never);

export type Outcomes = {
  /** The search that an answer was given with (`ret_`); undefined where memory failed. */
  retrievalOf(answer: object): string | undefined;
  /** Reports whether what the answer was given with has helped. Undefined where there was nothing to report on. */
  recordOutcome(
    answer: object,
    outcome: { success: boolean; note?: string },
  ): Promise<RecordOutcomeResponse | undefined>;
};

/** The three ways to call `create` in both clients: whole, streamed, and either. */
type Remembered<C> = C extends {
  (body: infer A, options?: infer O): PromiseLike<infer X>;
  (body: infer B, options?: infer _P): PromiseLike<infer Y>;
  (body: infer D, options?: infer _Q): PromiseLike<infer Z>;
}
  ? {
      (body: A, options?: O): Promise<Answer<X>>;
      (body: B, options?: O): Promise<Answer<Y>>;
      (body: D, options?: O): Promise<Answer<Z>>;
    }
  : never;

/** A stream can be read, once; the helpers of the client's own are not there. */
type Answer<X> = X extends AsyncIterable<infer Piece> ? AsyncIterable<Piece> : X;
