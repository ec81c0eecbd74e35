import { invalid } from "../../error.ts";
import { shown } from "../../json.ts";

/** A date, or a time with its zone. */
export const timeForm =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:[Tt](?<hours>\d{2}):(?<minutes>\d{2})(?::(?<seconds>\d{2})(?<fraction>\.\d{1,9})?)?(?<zone>[Zz]|[+-]\d{2}:\d{2}))?$/u;

const allowed =
  "must be an ISO 8601 date (2026-01-31, its midnight in UTC) or time with a zone (2026-01-31T09:30:00Z, 2026-01-31T09:30:00.250+02:00)";

const firstMs = Date.parse("0000-01-01T00:00:00Z");
const lastMs = Date.parse("9999-12-31T23:59:59.999Z");

/** ISO 8601 in UTC with milliseconds: the one form that answers have. */
export function formatTime(ms: number): string {
  return new Date(ms).toISOString();
}

export function formatOptionalTime(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : formatTime(ms);
}

/**
 * The milliseconds of an ISO 8601 time. A date alone is its midnight in UTC; a time needs a zone. Finer digits are cut.
 * What `formatTime` makes of it can be read again: its year has four digits in UTC too.
 */
export function parseTime(field: string, text: string): number {
  const parts = timeForm.exec(text)?.groups;
  const ms = parts === undefined ? Number.NaN : milliseconds(parts);
  if (Number.isNaN(ms)) throw invalid(field, `${allowed}, but is ${shown(text)}`);
  if (ms < firstMs || ms > lastMs) throw invalid(field, "must be in a year from 0000 to 9999 in UTC");
  return ms;
}

export function parseOptionalTime(field: string, text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseTime(field, text);
}

/** NaN where a part is out of range. Node rolls 31 February over into March: the date must come back as it was given. */
function milliseconds(parts: Record<string, string | undefined>): number {
  const { date, hours = "00", minutes = "00", seconds = "00", fraction = "", zone = "Z" } = parts;
  const dayStart = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(dayStart) || !new Date(dayStart).toISOString().startsWith(`${date}T`)) return Number.NaN;
  if (hours > "23") return Number.NaN;
  return Date.parse(`${date}T${hours}:${minutes}:${seconds}${fraction.slice(0, 4)}${zone.toUpperCase()}`);
}
