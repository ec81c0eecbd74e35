import type { RecordOutcomeResponse } from "../../../gen/client/types.ts";
import { isStream, saidIn, saidInPiece } from "./answers.ts";
import type { Message } from "./conversation.ts";
import { Memory } from "./memory.ts";
import { memorySettingsOf, type MemoryOptions } from "./options.ts";
import type { Anthropic, Create, OpenAI, Remembering } from "./types.ts";

/**
 * A model client that remembers, for those who do not use the gateway. Each `create` searches for what bears on the newest
 * question, shows it to the model behind that question as quoted data, asks the model, and stores the question and the
 * answer; `recordOutcome` reports whether it helped. What the model was shown once it is shown again with the same
 * conversation, so that caches hold. Where memory fails, the model is asked without.
 *
 * @example
 * const ai = withMemory(openai, { cairn, session_id: "monday", user_id: "ana" });
 * const answer = await ai.chat.completions.create({
 *   model: "gpt-5",
 *   messages: [{ role: "user", content: "Where does our staging database run?" }],
 * });
 * console.log(answer.choices[0]?.message.content);
 * await ai.recordOutcome(answer, { success: true });
 */
export function withMemory<Client extends OpenAI | Anthropic>(
  client: Client,
  options: MemoryOptions,
): Remembering<Client> {
  const settings = memorySettingsOf(options);
  const memory = new Memory(settings);
  const retrievals = new WeakMap<object, string>();
  const own = {
    retrievalOf: (answer: object) => retrievals.get(answer),
    async recordOutcome(
      answer: object,
      outcome: { success: boolean; note?: string },
    ): Promise<RecordOutcomeResponse | undefined> {
      const applicationId = retrievals.get(answer);
      return applicationId === undefined ? undefined : settings.cairn.recordOutcome({ applicationId, ...outcome });
    },
  };
  // The parameters and answers of `create` pass through as they are: its types are those of the client's own.
  if ("chat" in client) {
    const { completions } = client.chat;
    const create = remembering(completions.create.bind(completions) as Create, memory, retrievals);
    return { chat: { completions: { create } }, ...own } as unknown as Remembering<Client>;
  }
  const create = remembering(client.messages.create.bind(client.messages) as Create, memory, retrievals);
  return { messages: { create }, ...own } as unknown as Remembering<Client>;
}

type Body = { messages: readonly Message[] };
type Options = { signal?: AbortSignal | null };

function remembering(create: Create, memory: Memory, retrievals: WeakMap<object, string>): Create {
  return async (body, options) => {
    const { messages } = body as Body; // both dialects have them
    const turn = await memory.begin(messages, (options as Options | undefined)?.signal ?? undefined);
    const answer = await create({ ...(body as Body), messages: turn.messages }, options);
    const given = isStream(answer) ? heard(answer, turn.remember) : answer;
    if (given === answer) await turn.remember(saidIn(answer));
    if (turn.retrieval_id !== undefined) retrievals.set(Object(given) as object, turn.retrieval_id);
    return given;
  };
}

/** The same stream. What came of it is stored when it ends, when it fails and when its reader leaves. */
function heard(stream: AsyncIterable<unknown>, remember: (said: string) => Promise<void>): AsyncIterable<unknown> {
  return {
    async *[Symbol.asyncIterator]() {
      let said = "";
      try {
        for await (const piece of stream) {
          said += saidInPiece(piece);
          yield piece;
        }
      } finally {
        await remember(said);
      }
    },
  };
}
