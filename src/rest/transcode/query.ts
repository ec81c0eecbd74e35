import type { DescField, Message } from "@bufbuild/protobuf";
import { percentDecode } from "./router.ts";
import { refusal, scalarOf, unsupported, type Scalar } from "./json/scalar.ts";
import type { Violations } from "./json/violations.ts";

type Parameter = { localName: string; name: string; scalar: Scalar; list: boolean };
type Slots = Message & Record<string, unknown>;

/** Fills fields from a text: what follows the "?", or a part of a path. */
type Fill = (text: string, message: Message, violations: Violations) => void;

/**
 * Fills fields from the parameters of a URL. Names may be snake_case or camelCase; a list is given by repeating its
 * parameter, by commas, or both: nothing is no item of it, but white space is a blank one. Anything unknown, malformed or
 * given twice is a violation, but for what is unknown where that is ignored.
 */
export function decoderOfQuery(fields: DescField[], { ignoresUnknown = false } = {}): Fill {
  const parameters = new Map<string, Parameter>();
  const allowed = fields.map((field) => field.name).join(", ") || "none";
  for (const field of fields) {
    const parameter = parameterOf(field);
    parameters.set(field.name, parameter).set(field.jsonName, parameter);
  }
  return (text, message, violations) => {
    if (text === "") return;
    const slots = message as Slots; // the local names are those of its descriptor
    const given = new Set<Parameter>();
    for (const pair of text.split("&")) {
      if (pair === "") continue;
      const equals = pair.indexOf("=");
      const name = decodeText(equals < 0 ? pair : pair.slice(0, equals));
      const value = decodeText(equals < 0 ? "" : pair.slice(equals + 1));
      const parameter = name === undefined ? undefined : parameters.get(name);
      if (parameter === undefined) {
        if (ignoresUnknown) continue;
        violations.add(name ?? pair, `unknown query parameter; allowed: ${allowed}`);
      } else if (value === undefined) {
        violations.add(parameter.name, "malformed percent-encoding");
      } else if (parameter.list) {
        const list = slots[parameter.localName] as unknown[]; // create() gave the list its array
        const items = value.split(",").filter((item) => item !== "");
        for (const item of items) list.push(read(parameter, item.trim(), violations));
      } else {
        if (given.has(parameter)) violations.add(parameter.name, "given twice");
        given.add(parameter);
        slots[parameter.localName] = read(parameter, value, violations);
      }
    }
  };
}

/** Sets a scalar field from text, as a part of a path gives it. */
export function decodeVariable(field: DescField): Fill {
  const parameter = parameterOf(field);
  if (parameter.list) throw unsupported(field);
  return (text, message, violations) => {
    (message as Slots)[parameter.localName] = read(parameter, text, violations); // as above
  };
}

function parameterOf(field: DescField): Parameter {
  const list = field.fieldKind === "list";
  if (field.scalar === undefined || field.fieldKind === "map") throw unsupported(field);
  return { localName: field.localName, name: field.name, scalar: scalarOf(field, field.scalar), list };
}

function read({ name, scalar }: Parameter, text: string, violations: Violations): unknown {
  const value = scalar.fromText(text);
  if (!scalar.accepts(value)) violations.add(name, refusal(scalar, value === undefined ? text : value));
  return value;
}

const decodeText = (text: string): string | undefined => percentDecode(text.replaceAll("+", " "));
