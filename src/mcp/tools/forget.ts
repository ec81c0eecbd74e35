import type { JsonObject } from "@bufbuild/protobuf";
import { DirectivesService } from "../../../gen/cairn/directives/v1/directives_pb.ts";
import { MemoryService } from "../../../gen/cairn/memory/v1/memory_pb.ts";
import { PatternsService } from "../../../gen/cairn/patterns/v1/patterns_pb.ts";
import { AppError, invalid } from "../../error.ts";
import { toAppError } from "../../rest/errors.ts";
import type { Asker } from "../asker.ts";
import { anything, object, text } from "../schema.ts";
import type { Tool } from "../tool.ts";

const input = object({ id: text("msg_..., pat_... or dir_..."), session_id: text("A whole session") });

export const forget: Tool = {
  name: "forget",
  description: "Erase a memory, pattern, directive or session for good. Only if the user asks or corrects.",
  input,
  output: object({ forgotten: text(), erasure: anything }),
  annotations: { destructiveHint: true, idempotentHint: true },
  async run(args, asker): Promise<JsonObject> {
    const { id, session_id } = args;
    if ((id === undefined) === (session_id === undefined))
      throw invalid("id", "must be given if session_id is not, and only then");
    if (session_id !== undefined) {
      const { erasure } = await asker.rpc(MemoryService.method.deleteSession, { session_id });
      return { erasure: erasure!, forgotten: session_id };
    }
    if (typeof id !== "string") throw invalid("id", "must be one id, a string: call once for each");
    return erase(id, asker);
  },
};

/** The prefix of an id says what it names. Of messages only one's own are read by id. */
const kinds: Record<string, { remove: Method; get?: Method }> = {
  msg_: { remove: MemoryService.method.deleteMessage },
  pat_: { remove: PatternsService.method.deletePattern, get: PatternsService.method.getPattern },
  dir_: { remove: DirectivesService.method.deleteDirective, get: DirectivesService.method.getDirective },
};
type Method = Parameters<Asker["rpc"]>[0];

async function erase(id: string, asker: Asker): Promise<JsonObject> {
  const kind = kinds[id.slice(0, 4)];
  if (kind === undefined) {
    const given = id.slice(0, 60);
    throw invalid(
      "id",
      `must begin with msg_, pat_ or dir_, as ids from search and directives do, got "${given}"; to forget a fact, forget the messages of its evidence`,
    );
  }
  try {
    const { id: _, ...erased } = await asker.rpc(kind.remove, { id });
    return { ...erased, forgotten: id };
  } catch (thrown) {
    throw (await sharedFault(thrown, id, kind.get, asker)) ?? thrown;
  }
}

/** A user finds what is everybody's, but does not erase it: to them it is there. */
async function sharedFault(
  thrown: unknown,
  id: string,
  get: Method | undefined,
  asker: Asker,
): Promise<AppError | undefined> {
  const { code, message: missing } = toAppError(thrown);
  if (code !== "not_found") return undefined;
  if (get === undefined)
    return new AppError(code, `${missing}; if its user_id is system, it belongs to everyone: a user cannot erase it`);
  const isRead = await asker.rpc(get, { id }).then(
    () => true,
    () => false, // nor is it there to read, or this key may not
  );
  const message = `${id} belongs to everyone (the user system): this user cannot erase it`;
  return isRead ? new AppError("permission_denied", message) : undefined;
}
