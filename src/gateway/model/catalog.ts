import list from "./catalog.json" with { type: "json" };

/** A model that this version knows. Others can be asked for as `<provider>/<model>`, or by a prefix. */
export type Model = {
  provider: string;
  id: string;
  /** Tokens. */
  contextWindow: number;
  maxOutputTokens: number;
  /** `coming_soon`: served as soon as its provider's key is configured. */
  status: "live" | "coming_soon";
};

export const catalog = list as readonly Model[]; // the file has no other words in `status`: a test holds it
