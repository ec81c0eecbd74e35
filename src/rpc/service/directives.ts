import type { HandlerContext, ServiceImpl } from "@connectrpc/connect";
import type {
  CheckConflictRequest,
  DeleteDirectiveRequest,
  DirectivesService,
  EditDirectiveRequest,
  GetDirectiveRequest,
  GetDirectivesRequest,
  ListDirectivesRequest,
} from "../../../gen/cairn/directives/v1/directives_pb.ts";
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

export class DirectivesHandlers implements ServiceImpl<typeof DirectivesService> {
  readonly #ports: DirectivesPorts;

  constructor(ports: DirectivesPorts) {
    this.#ports = ports;
  }

  async getDirectives({ userId, windowHours = defaultWindowHours }: GetDirectivesRequest, context: HandlerContext) {
    const scope = scopeOf(context, userId);
    await this.#settle(scope, context);
    const directives = await this.#ports.rulebook.within(scope, windowHours);
    return { directives: directives.map(formatDirective) };
  }

  async listDirectives(request: ListDirectivesRequest, context: HandlerContext) {
    const scope = scopeOf(context, request.userId);
    await this.#settle(scope, context);
    const page = await this.#ports.rulebook.list(scope, parseStates(request.status), pageRequest(request));
    return { directives: page.items.map(formatDirective), ...pageFields(page) };
  }

  async getDirective({ id, userId }: GetDirectiveRequest, context: HandlerContext) {
    const directive = await this.#ports.rulebook.get(scopeOf(context, userId), id);
    return { directive: formatDirective(found(directive, "directive", id)) };
  }

  async editDirective(request: EditDirectiveRequest, context: HandlerContext) {
    const scope = scopeOf(context, request.userId);
    const directive = await this.#ports.rulebook.edit(scope, request.id, parseEdit(request));
    return { directive: formatDirective(found(directive, "directive", request.id)) };
  }

  async deleteDirective({ id, userId }: DeleteDirectiveRequest, context: HandlerContext) {
    if (!(await this.#ports.rulebook.delete(scopeOf(context, userId), id))) throw notFound("directive", id);
    return { id };
  }

  async checkConflict(request: CheckConflictRequest, context: HandlerContext) {
    const { userId, proposedAction: action, includePatterns = true, scope: from } = request;
    const scope = scopeOf(context, userId);
    const wanted = { action, includePatterns, from };
    return formatConflict(await this.#ports.conflicts.check(scope, wanted, context.signal));
  }

  /** Says so where something is still unread: rules may be missing, or told that were taken back. */
  async #settle(scope: Scope, context: HandlerContext): Promise<void> {
    const isSettled = await this.#ports.rulebook.settled(scope, patienceMs);
    if (!isSettled) context.responseHeader.set("x-cairn-unread", "true");
  }
}
