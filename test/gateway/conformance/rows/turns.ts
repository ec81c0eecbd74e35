/** Conversations with tools, and tools, as each dialect writes them. */

type Call = { id: string; name: string; input: string };
type Result = { id: string; text: string; isError?: boolean };
export type Turn = { user: string } | { text?: string; calls: readonly Call[] } | { results: readonly Result[] };

export const turns = {
  openai: (said: readonly Turn[]) => ({ messages: said.flatMap(openaiMessages) }),
  anthropic: (said: readonly Turn[]) => ({ messages: said.map(anthropicMessage) }),
  gemini: (said: readonly Turn[]) => ({ contents: said.map((turn) => geminiContent(turn, said)) }),
};

export const tool = {
  openai: (name: string, parameters: object, more: object = {}) => ({
    type: "function",
    function: { name, parameters, ...more },
  }),
  anthropic: (name: string, input_schema: object, more: object = {}) => ({ name, input_schema, ...more }),
  gemini: (name: string, parametersJsonSchema: object, more: object = {}) => ({ name, parametersJsonSchema, ...more }),
};

const png = "iVBORw0KGgo=";

export const shown = {
  png,
  text: (text: string) => ({ type: "text", text }),
  openaiImage: { type: "image_url", image_url: { url: `data:image/png;base64,${png}` } },
  anthropicImage: { type: "image", source: { type: "base64", media_type: "image/png", data: png } },
};

function openaiMessages(turn: Turn): object[] {
  if ("user" in turn) return [{ role: "user", content: turn.user }];
  if ("results" in turn) return turn.results.map(({ id, text }) => ({ role: "tool", tool_call_id: id, content: text }));
  const calls = turn.calls.map(({ id, name, input }) => {
    return { id, type: "function", function: { name, arguments: input || "{}" } };
  });
  return [{ role: "assistant", content: turn.text ?? null, tool_calls: calls }];
}

function anthropicMessage(turn: Turn): object {
  if ("user" in turn) return { role: "user", content: [shown.text(turn.user)] };
  if ("results" in turn) {
    const content = turn.results.map(({ id, text, isError }) => {
      return { type: "tool_result", tool_use_id: id, content: [shown.text(text)], ...(isError && { is_error: true }) };
    });
    return { role: "user", content };
  }
  const said = turn.text === undefined ? [] : [shown.text(turn.text)];
  const calls = turn.calls.map(({ id, name, input }) => {
    const json: unknown = JSON.parse(input || "{}");
    return { type: "tool_use", id, name, input: json };
  });
  return { role: "assistant", content: [...said, ...calls] };
}

/** A result is by the name of the function, which the call tells. */
function geminiContent(turn: Turn, said: readonly Turn[]): { role: string; parts: object[] } {
  if ("user" in turn) return { role: "user", parts: [{ text: turn.user }] };
  const calls = said.flatMap((each) => ("calls" in each ? each.calls : []));
  if ("results" in turn) {
    const parts = turn.results.map(({ id, text, isError }) => {
      const name = calls.find((call) => call.id === id)?.name;
      return { functionResponse: { id, name, response: { [isError ? "error" : "output"]: text } } };
    });
    return { role: "user", parts };
  }
  const texts = turn.text === undefined ? [] : [{ text: turn.text }];
  const parts = turn.calls.map(({ id, name, input }) => {
    const args: unknown = JSON.parse(input || "{}");
    return { functionCall: { id, name, args } };
  });
  return { role: "model", parts: [...texts, ...parts] };
}
