import type { Caller } from "../conformance/column.ts";

/**
 * Bodies as clients write them, in their own spacing, order and escapes. `MODEL` stands for the model's name; the last
 * thing that a user says is the question.
 */
export type Recorded = { name: string; caller: Caller; body: string };

export const question = "What is my green umbrella called?";

export const recorded: readonly Recorded[] = [
  {
    name: "Python's json.dumps: spaces behind separators, all but ASCII escaped",
    caller: "openai",
    body: String.raw`{"messages": [{"role": "system", "content": "R\u00e9sum\u00e9 \ud83d\ude00"}, {"role": "user", "content": "What is my green umbrella called?"}], "model": "MODEL", "temperature": 1e-05, "top_p": 1.0, "seed": 12345678901234567890, "logit_bias": {"50256": -100}, "new_thing": {"b": null, "a": [true, -0.0, 1E+400]}}`,
  },
  {
    name: "Go's encoding/json: HTML escaped, a line feed at the end",
    caller: "openai",
    body: String.raw`{"model":"MODEL","messages":[{"role":"user","content":[{"type":"text","text":"\u003cb\u003e\u0026 \u2028"},{"type":"text","text":"What is my green umbrella called?"}],"name":"ann"}],"stream_options":null,"tools":[{"type":"function","function":{"name":"f","parameters":{"$schema":"x","type":"object","properties":{"model":{"type":"string","const":"m"}}}}}],"metadata":{"model":"decoy"}}
`,
  },
  {
    name: "PHP: slashes escaped, numbers as they come",
    caller: "openai",
    body: String.raw`{"max_tokens":64,"messages":[{"content":"a\/b \u00fc","role":"user"},{"content":"Ja.","role":"assistant","refusal":null,"annotations":[]},{"content":"What is my green umbrella called?","role":"user"}],"n":1.0,"model":"MODEL","user":"\u0000\b\f"}`,
  },
  {
    name: "written by hand: tabs, carriage returns, names of members that are escaped",
    caller: "openai",
    body: '\r\n{\t"mess\\u0061ges" : [\r\n\t\t{ "role" : "user" ,\t"content":"What is my green umbrella called?" } ] ,\r\n\t"x":1,"x":2 , "m\\u006fdel"\t:\t"MODEL"\r\n}\r\n',
  },
  {
    name: "a coding agent's: cache breakpoints, thinking, results of tools, members of a beta",
    caller: "anthropic",
    body: String.raw`{"model":"MODEL","max_tokens":32000,"system":[{"type":"text","text":"x-anthropic-billing-header: cc_version=2"},{"type":"text","text":"You are an agent.","cache_control":{"type":"ephemeral","ttl":"1h","scope":"global"}}],"messages":[{"role":"user","content":[{"type":"text","text":"<system-reminder>\nnow</system-reminder>"},{"type":"text","text":"go on"}]},{"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"EqQBCkYIBxgCKkD=="},{"type":"redacted_thinking","data":"EmwKAhgB"},{"type":"tool_use","id":"toolu_01","name":"Bash","input":{"command":"ls \"a b\"\t\\","timeout":120000,"id":1234567890123456789},"caller":{"type":"direct"}}]},{"role":"user","content":[{"tool_use_id":"toolu_01","type":"tool_result","content":"caf\u00e9 é","is_error":false,"cache_control":{"type":"ephemeral"}}]},{"role":"user","content":"What is my green umbrella called?"}],"tools":[{"name":"Bash","input_schema":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","additionalProperties":false},"eager_input_streaming":true}],"metadata":{"user_id":"user_1_account__session_2"},"thinking":{"type":"adaptive"},"context_management":{"edits":[{"type":"clear_thinking_20251015","keep":"all"}]},"output_config":{"effort":"high"}}`,
  },
  {
    name: "Ruby's, pretty: two spaces, empty lists on one line",
    caller: "anthropic",
    body: `{
  "stop_sequences": [],
  "messages": [
    {
      "content": "What is my green umbrella called?",
      "role": "user"
    }
  ],
  "max_tokens": 1024,
  "temperature": 0.10000000000000001,
  "model": "MODEL",
  "tools": [

  ]
}`,
  },
];
