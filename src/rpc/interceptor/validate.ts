import { create, type DescMessage, type DescService, type MessageShape } from "@bufbuild/protobuf";
import { createValidator } from "@bufbuild/protovalidate";
import type { Interceptor } from "@connectrpc/connect";
import { refuseAll } from "../../error.ts";
import { visible } from "../../memory/text.ts";
import { textViolations } from "./text.ts";
import { violationDetail } from "./violation.ts";
import { lengthViolations } from "./list-lengths.ts";

/** Throws invalid_argument, with every violation, where a message breaks the contract's rules. */
export type Check = <Desc extends DescMessage>(desc: Desc, message: MessageShape<Desc>) => void;

/** Holds every request message against the contract's rules, and every text in it against what can be stored. */
export function validateInterceptor(services: readonly DescService[]): Interceptor {
  const check = createCheck(services.flatMap(({ methods }) => methods.map(({ input }) => input)));
  return (next) => async (request) => {
    if (!request.stream) check(request.method.input, request.message);
    return await next(request);
  };
}

/** Rules are compiled here, at start, by validating an empty message of each kind: the first one takes 100 ms and more. */
export function createCheck(descs: readonly DescMessage[]): Check {
  const validator = createValidator({ regexMatch });
  for (const desc of descs) validator.validate(desc, create(desc));
  return (desc, message) => {
    refuseAll(lengthViolations(desc, message));
    const result = validator.validate(desc, message);
    if (result.kind === "error") throw result.error;
    const ofRules = result.violations?.map((violation) => violationDetail(violation, message)) ?? [];
    refuseAll([...ofRules, ...textViolations(desc, message)]);
  };
}

/** Not blank: something to see. RE2's `\S` knows ASCII's white space only. */
const notBlank = String.raw`\S`;

/** The same, and no white space around it. */
const trimmed = String.raw`^\S([\s\S]*\S)?$`;

const compiled = new Map<string, RegExp>([
  [notBlank, visible],
  [trimmed, /^(?!\s)(?=[^]*[^\s\p{Default_Ignorable_Code_Point}])[^]*(?<!\s)$/u],
]);

/** The contract's patterns are ours and simple: they mean the same to this engine. */
function regexMatch(pattern: string, text: string): boolean {
  let regex = compiled.get(pattern);
  if (regex === undefined) compiled.set(pattern, (regex = new RegExp(pattern, "u")));
  return regex.test(text);
}
