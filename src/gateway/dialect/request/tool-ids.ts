import { hash } from "node:crypto";
import type { Capabilities } from "../../chat/capabilities.ts";

/** What a call's id must look like at a provider: OpenAI takes 40 characters, Mistral exactly nine. */
const forms: Record<Capabilities["toolIds"], RegExp> = {
  any: /^/u,
  short: /^.{1,40}$/su,
  word: /^[a-zA-Z0-9_-]+$/u,
  nine: /^[a-zA-Z0-9]{9}$/u,
};

/** The id where it has the form, else one of that form that is the same for the same id: calls and results still match. */
export function fitToolId(id: string, form: Capabilities["toolIds"]): string {
  if (forms[form].test(id)) return id;
  const digest = hash("sha256", id, "hex");
  return form === "nine" ? digest.slice(0, 9) : `call_${digest.slice(0, 32)}`;
}
