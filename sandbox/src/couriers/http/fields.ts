import { isRecord } from '../../core/is-record.ts';

/** A request body or query string that is not validated yet. */
export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

export function text(fields: Fields, key: string): string {
  const value = fields[key];
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' ? String(value) : '';
}

/** Untrimmed: some city names include trailing spaces. */
export function rawText(fields: Fields, key: string): string {
  const value = fields[key];
  return typeof value === 'string' ? value : '';
}

export function numeric(fields: Fields, key: string): number | undefined {
  const value = fields[key];
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value.trim())) return undefined;
  return Number(value);
}

export function whole(fields: Fields, key: string): number | undefined {
  const value = numeric(fields, key);
  return value !== undefined && Number.isInteger(value) ? value : undefined;
}

export function nested(fields: Fields, key: string): Fields {
  return fieldsOf(fields[key]);
}

/** An array of texts, or undefined when it is anything else. */
export function texts(fields: Fields, key: string): string[] | undefined {
  const value = fields[key];
  if (!Array.isArray(value)) return undefined;
  return value.map((entry) =>
    typeof entry === 'number' ? String(entry) : typeof entry === 'string' ? entry.trim() : '',
  );
}

export function commaList(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** For couriers that accept field names in any case. */
export function lowerCased(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key.toLowerCase(), value]));
}
