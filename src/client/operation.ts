/** An operation of the API, as it goes over HTTP. */
export type Operation = {
  /** Its name here, such as "search". */
  name: string;
  /** "GET", "POST" ... */
  method: string;
  /** Such as "/api/v1/patterns/{id}". A "{id=**}" may hold slashes. */
  path: string;
  /** Where the members of a request go that its path does not have. */
  sends: "body" | "query";
  /**
   * Whether a request may be sent again: `freely`, for it changes nothing that counts; `keyed`, with the same
   * idempotency key; `never`, for what it makes is shown once.
   */
  repeat: "freely" | "keyed" | "never";
};
