/** Without a user or password: requests would not carry them, and `cairn/inspect` shows the address to callers. */
const form = /^https?:\/\/(\[[^\s\]]+\]|[^\s/?#@\\:]+)(:\d{1,5})?(\/[^\s?#]*)?$/u;

/** Whether a text is the address of an interface, up to its version: `http://127.0.0.1:11434/v1`. */
export function isAddress(text: string): boolean {
  return form.test(text) && URL.canParse(text);
}

/** Whether a text is the address of embeddings: such an address, or of one of Azure's deployments, with the version. */
export function isEmbeddingAddress(text: string): boolean {
  return isAddress(text.replace(/\?api-version=[\w.-]+$/u, ""));
}

/** An address as paths are added to it. */
export function withoutSlash(address: string): string {
  return address.replace(/\/+$/u, "");
}
