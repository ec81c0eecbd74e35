/** Messages of an account that were written or changed behind a seq, and up to which seq these are all. */
export type ReadingJob<Message> = {
  account: string;
  /** Where the account's reading stands: the job is void once it does not. `undefined` before the first. */
  after: number | undefined;
  upTo: number;
  messages: Message[];
};
