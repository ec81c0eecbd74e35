import type { HandlerContext, ServiceImpl } from "@connectrpc/connect";
import type { DirectivesService } from "../../../gen/cairn/directives/v1/directives_pb.ts";
import { found, notFound } from "../../error.ts";
import type { Conflicts } from "../../memory/rulebook/conflicts.ts";
import type { Rulebook } from "../../memory/rulebook/rulebook.ts";
import type { Scope } from "../../memory/scope.ts";
import { scopeOf } from "../caller.ts";
import { formatConflict } from "../convert/conflict.ts";
import { formatDirective, parseEdit, parseStates } from "../convert/directive.ts";
import { pageFields, pageRequest } from "../convert/page.ts";

export type DirectivesPorts = { rulebook: Omit<Rulebook, "live" | "liveFrom">; conflicts: Pick<Conflicts, "check"> };

const defaultWindowHours = 72;
/** What was just written is waited for so long, which a slow machine needs for the first message; then what there is is told. */
const patienceMs = 3_000;

export function directivesHandlers(ports: DirectivesPorts) {
  /** Says so where something is still unread: rules may be missing, or told that were taken back. */
  const settle = async (scope: Scope, context: HandlerContext): Promise<void> => {
    const isSettled = await ports.rulebook.settled(scope, patienceMs);
    if (!isSettled) context.responseHeader.set("x-cairn-unread", "true");
  };
  return {
    async getDirectives({ userId, windowHours = defaultWindowHours }, context) {
      const scope = scopeOf(context, userId);
      await settle(scope, context);
      const directives = await ports.rulebook.within(scope, windowHours);
      return { directives: directives.map(formatDirective) };
    },

    async listDirectives(request, context) {
      const scope = scopeOf(context, request.userId);
      await settle(scope, context);
      const page = await ports.rulebook.list(scope, parseStates(request.status), pageRequest(request));
      return { directives: page.items.map(formatDirective), ...pageFields(page) };
    },

    async getDirective({ id, userId }, context) {
      const directive = await ports.rulebook.get(scopeOf(context, userId), id);
      return { directive: formatDirective(found(directive, "directive", id)) };
    },

    async editDirective(request, context) {
      const scope = scopeOf(context, request.userId);
      const directive = await ports.rulebook.edit(scope, request.id, parseEdit(request));
      return { directive: formatDirective(found(directive, "directive", request.id)) };
    },

    async deleteDirective({ id, userId }, context) {
      if (!(await ports.rulebook.delete(scopeOf(context, userId), id))) throw notFound("directive", id);
      return { id };
    },

    async checkConflict(request, context) {
      const { userId, proposedAction: action, includePatterns = true, scope: from } = request;
      const scope = scopeOf(context, userId);
      const wanted = { action, includePatterns, from };
      return formatConflict(await ports.conflicts.check(scope, wanted, context.signal));
    },
  } satisfies ServiceImpl<typeof DirectivesService>;
}
