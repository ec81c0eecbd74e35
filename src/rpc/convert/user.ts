import type { MessageInitShape } from "@bufbuild/protobuf";
import type { UserSchema } from "../../../gen/cairn/memory/v1/memory_pb.ts";
import type { User } from "../../memory/entity/user.ts";
import { formatTime } from "./time.ts";

export function formatUser({ user, updatedAtMs, ...counts }: User): MessageInitShape<typeof UserSchema> {
  return { userId: user, ...counts, updatedAt: formatTime(updatedAtMs) };
}
