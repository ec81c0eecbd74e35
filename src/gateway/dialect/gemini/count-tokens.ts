import { numberOf } from "../answer-members.ts";
import type { TokenCounting } from "../dialect.ts";

/** `POST /models/<model>:countTokens`, of all that a request for an answer says. */
export const tokenCounting: TokenCounting = {
  path: (model) => `/models/${model}:countTokens`,
  format: (request, model) => ({ generateContentRequest: { ...request, model: `models/${model}` } }),
  read: (body) => numberOf(body, "totalTokens"),
};
