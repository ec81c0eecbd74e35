import type { DescMessage, DescMethodUnary, JsonObject, MessageShape } from "@bufbuild/protobuf";
import { decode } from "../rest/transcode/json/decode.ts";
import { encoderOf } from "../rest/transcode/json/encode.ts";

/** Makes one RPC: in this process, or at a server elsewhere. Rejects with a ConnectError or an AppError. */
export type Ask = <I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  request: MessageShape<I>,
  signal: AbortSignal,
) => Promise<MessageShape<O>>;

export type AskerOptions = {
  ask: Ask;
  /** Whose memory; what the key or the service says, where it is absent. A model has no say in it. */
  user?: string;
  /** Aborts when the caller goes away. */
  signal?: AbortSignal;
  /** For the texts of errors. */
  requestId?: string;
};

/** Who asks: the way to the service, and for whom. Tools, resources and prompts know nothing else of where they run. */
export class Asker {
  readonly requestId: string | undefined;
  readonly #ask: Ask;
  readonly #user: string | undefined;
  readonly #signal: AbortSignal;

  constructor({ ask, user, signal = new AbortController().signal, requestId }: AskerOptions) {
    this.#ask = ask;
    this.#user = user;
    this.#signal = signal;
    this.requestId = requestId;
  }

  /** The same, until this signal aborts too. */
  until(signal: AbortSignal): Asker {
    const both = AbortSignal.any([this.#signal, signal]);
    return new Asker({ ask: this.#ask, user: this.#user, signal: both, requestId: this.requestId });
  }

  /**
   * Makes an RPC in JSON, as REST has it: members in snake_case, both ways. Errors: invalid_argument for members that it
   * does not have, and what the RPC says.
   */
  async rpc<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    members: JsonObject,
  ): Promise<JsonObject> {
    const { input, output } = method;
    const request = decode(input, members);
    if (this.#user !== undefined && input.fields.some(({ name }) => name === "user_id")) {
      Object.assign(request, { userId: this.#user });
    }
    const answer = await this.#ask(method, request, this.#signal);
    return encoderOf(output)(answer) as JsonObject; // an encoder of a message makes an object
  }
}
