import type { HeaderFields } from "../../../call.ts";

/** A request that a client makes for itself: it is shown nothing new, and is no part of the user's conversation. */
export type RequestClass = "auxiliary" | "compaction";

/** What a client is recognized by in a request. */
export type ClientRequest = {
  headers: HeaderFields;
  hasTools: boolean;
  /** What its system text says. */
  system: string;
  /** How many messages it has, without the system's that come before all others. */
  count: number;
  /** The text parts of the first of these; none where it is not the user's. */
  first: readonly string[];
  /** The same for the last. */
  last: readonly string[];
};

/**
 * What a user's message says, without what a client put in: of the user, or of the program that runs the client, whose
 * words are kept and bind nobody.
 */
export type Said = { text: string; origin: "user" | "agent" };

/** What a tool gave, by the name that the assistant called it by. */
export type ToolResult = { tool: string; text: string; isError: boolean };

/** What is said in a text part of a user's message; `undefined` where the client put nothing in. */
export type SaidIn = (text: string) => Said | undefined;

/**
 * A program that asks models, and what it adds to requests by itself. Each is recognized by headers of its own, or by
 * long pieces of its own templates, as found in the version that its file names: never by words that people write.
 */
export type Client = {
  /** Which of its own requests one is; `undefined` for a turn of its user's, and for those of other clients. */
  classOf?(request: ClientRequest): RequestClass | undefined;
  /** Names of its own parts in a conversation, who speak in the user's place: what they say is kept, and binds nobody. */
  names?: readonly string[];
  /** For a client whose parts can be recognized by themselves. */
  saidIn?: SaidIn;
  /**
   * For a client that is recognized by its system text. That may be long: it is looked at once for a whole request.
   * `isAlone`: the user has one message in the request, and the model no tools.
   */
  saidUnder?(system: string, isAlone: boolean): SaidIn;
  /**
   * For a client that frames whole messages: what such a message says, by its parts and what the tools gave before it, or
   * in it where it has no parts of text; `undefined` for any other message. What its tools gave is known to be theirs by
   * how the system text begins, which has no white space before it: it is looked at for each message.
   */
  saidAmong?(
    parts: readonly string[],
    results: () => readonly ToolResult[],
    system: string,
  ): readonly Said[] | undefined;
  /**
   * For a client whose model first plans what the user asks for, in a request of its own: whether a text then tells it to go
   * on, under its system text. The plan stands in the turn that it is for.
   */
  sendsOn?(text: string, system: string): boolean;
  /** For a client that passes on what the user says as what the system does, behind the conversation's first message. */
  saidInSystem?: SaidIn;
  /** What a model's reply says, without the marks that the client has it set; other replies as they are. */
  repliedIn?(text: string): string;
};

/** For a part that is the client's own. */
export const nothingSaid: Said = { text: "", origin: "user" };

/** For a part that begins or ends as the client frames it. */
export function saidByUser(text: string): Said {
  return { text, origin: "user" };
}

/** For a part that others wrote, or may have written: it is kept, and binds nobody. */
export function saidByAgent(text: string): Said {
  return { text, origin: "agent" };
}

/** Whether a text begins with one of these, white space aside. */
export function beginsWith(text: string, beginnings: readonly string[]): boolean {
  const start = text.trimStart();
  return beginnings.some((beginning) => start.startsWith(beginning));
}

/** The index after the next `end`, from a place on; negative where there is none. */
export function behind(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from);
  return at < 0 ? -1 : at + end.length;
}
