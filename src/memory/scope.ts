/** The user whose memory everybody in the account shares; the specification's default. */
export const systemUser = "system";

/** Whose memory: the first argument of every store method. There is no query without it. */
export type Scope = { readonly account: string; readonly user: string };

/** The users whose memory this scope reads: its own and `system`'s. */
export function visibleUsers(scope: Scope): string[] {
  return scope.user === systemUser ? [systemUser] : [systemUser, scope.user];
}
