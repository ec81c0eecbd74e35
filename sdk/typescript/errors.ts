import { Code, type ConnectError } from "@connectrpc/connect";
import { ViolationsSchema } from "./gen/buf/validate/validate_pb.ts";

/** `invalid_argument`, as the documents write codes. */
export function codeName(error: ConnectError): string {
  return Code[error.code].replace(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase();
}

/** The members that were refused, each with the reason: `messages[1].role`. */
export function violationsOf(error: ConnectError): { field: string; message: string }[] {
  return error
    .findDetails(ViolationsSchema)
    .flatMap(({ violations }) => violations)
    .map(({ field, message }) => {
      const names = (field?.elements ?? []).map(({ fieldName, subscript }) =>
        subscript.case === "index" ? `${fieldName}[${subscript.value}]` : fieldName,
      );
      return { field: names.join("."), message };
    });
}
