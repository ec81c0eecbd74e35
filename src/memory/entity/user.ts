import type { Page, PageRequest } from "../page/page.ts";
import type { Scope } from "../scope.ts";

/** Somebody of whom there is memory, `system` too. */
export type User = {
  user: string;
  sessionCount: number;
  messageCount: number;
  patternCount: number;
  /** When the last message was said, or a pattern last changed. */
  updatedAtMs: number;
};

export interface UserStore {
  /** By name. Who acts for the account (`system`) sees all of its users, anybody else themselves alone. */
  list(scope: Scope, page: PageRequest): Promise<Page<User>>;
}
