import { pdf, png } from "./conversations.ts";

/** Of every request. */
const always = {
  systemInstruction: { parts: [{ text: "Be brief." }, { text: "Use metric units." }] },
  tools: [
    {
      functionDeclarations: [
        {
          name: "weather",
          description: "Tells the weather.",
          parametersJsonSchema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
        },
        { name: "now", parametersJsonSchema: { type: "object", properties: {} } },
      ],
    },
  ],
};

/** The first turn, whoever the caller is. */
const question = {
  role: "user",
  parts: [
    { text: "What is this, and the weather there?" },
    { inlineData: { mimeType: "image/png", data: png } },
    { fileData: { mimeType: "image/jpeg", fileUri: "https://example.com/a.jpg" } },
    { inlineData: { mimeType: "application/pdf", data: pdf } },
  ],
};

/** What arrives at gemini, by caller and model. */
export const atGemini = [
  {
    caller: "openai" as const,
    model: "gemini-3.5-flash",
    losses: ["user", "image.detail", "document.name", "~tool_call.signature", "messages.name", "tool_choice.parallel"],
    body: {
      ...always,
      contents: [
        question,
        {
          role: "model",
          parts: [
            {
              functionCall: { id: "call_1", name: "weather", args: { city: "Bern" } },
              thoughtSignature: "skip_thought_signature_validator",
            },
            { functionCall: { id: "call_2", name: "now", args: {} } },
          ],
        },
        {
          role: "user",
          parts: [
            { functionResponse: { id: "call_1", name: "weather", response: { output: "12 degrees" } } },
            { functionResponse: { id: "call_2", name: "now", response: { output: "noon" } } },
          ],
        },
        { role: "user", parts: [{ text: "Thanks. In French?" }] },
      ],
      toolConfig: { functionCallingConfig: { mode: "ANY" } },
      generationConfig: { maxOutputTokens: 500, temperature: 1.5, stopSequences: ["END"] },
    },
  },
  {
    caller: "anthropic" as const,
    model: "gemini-3.5-flash",
    losses: [
      "cache_control",
      "~reasoning.budget",
      "user",
      "document.name",
      "thinking.signature",
      "~tool_call.signature",
      "~tool_result.image",
      "tool_choice.parallel",
    ],
    body: {
      ...always,
      contents: [
        question,
        {
          role: "model",
          parts: [
            {
              functionCall: { id: "toolu_1", name: "weather", args: { city: "Bern" } },
              thoughtSignature: "skip_thought_signature_validator",
            },
            { functionCall: { id: "toolu_2", name: "now", args: {} } },
          ],
        },
        {
          role: "user",
          parts: [
            { functionResponse: { id: "toolu_1", name: "weather", response: { output: "12 degrees" } } },
            { functionResponse: { id: "toolu_2", name: "now", response: { error: "no clock" } } },
            { inlineData: { mimeType: "image/png", data: png } },
            { text: "Thanks. In French?" },
          ],
        },
      ],
      toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["weather"] } },
      generationConfig: {
        maxOutputTokens: 500,
        temperature: 1,
        topK: 40,
        stopSequences: ["END"],
        thinkingConfig: { thinkingLevel: "high", includeThoughts: true },
      },
    },
  },
];
