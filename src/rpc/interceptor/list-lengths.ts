import { getOption, type DescField, type DescMessage, type Message } from "@bufbuild/protobuf";
import { field as fieldRules } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import type { ErrorDetail } from "../../error.ts";

type Look = (message: Message, prefix: string, found: ErrorDetail[]) => void;

/**
 * The lists of a message that are longer than the contract allows. To be asked before its other rules are: these look
 * at every item and describe each that breaks them, and two bytes make an item.
 */
export function lengthViolations(desc: DescMessage, message: Message): ErrorDetail[] {
  const found: ErrorDetail[] = [];
  lookOf(desc)?.(message, "", found);
  return found;
}

/** By message; `undefined` for one that has no bounded list, nor holds a message that has. */
const looks = new Map<DescMessage, Look | undefined>();

function lookOf(desc: DescMessage): Look | undefined {
  if (looks.has(desc)) return looks.get(desc);
  looks.set(desc, undefined); // of a message within itself: there is none in the contract
  const own = desc.fields.map(lookAtField).filter((look) => look !== undefined);
  const look: Look | undefined = own.length === 0 ? undefined : (...all) => own.forEach((each) => each(...all));
  looks.set(desc, look);
  return look;
}

function lookAtField(field: DescField): Look | undefined {
  const inner = field.message ? lookOf(field.message) : undefined;
  const most = maxItemsOf(field);
  if (most === undefined && inner === undefined) return undefined;
  return (message, prefix, found) => {
    const value: unknown = Reflect.get(message, field.localName);
    const path = prefix + field.name;
    if (!Array.isArray(value)) {
      if (value !== undefined) inner?.(value as Message, `${path}.`, found); // of the field's type
    } else if (most !== undefined && value.length > most) {
      found.push({ field: path, message: `must contain no more than ${most} items, but has ${value.length}` });
    } else {
      value.forEach((item, at) => inner?.(item as Message, `${path}[${at}].`, found)); // of the field's type
    }
  };
}

function maxItemsOf(field: DescField): number | undefined {
  const { type } = getOption(field, fieldRules);
  return type.case === "repeated" && type.value.maxItems > 0n ? Number(type.value.maxItems) : undefined;
}
