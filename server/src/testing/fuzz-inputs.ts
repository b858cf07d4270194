import type { z } from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Makes inputs that are nearly what a schema asks for, with odd values here and there. */
export function fuzzer(random: () => number, knownTexts: readonly string[]) {
  const pick = <T>(values: readonly T[]): T => {
    const [value] = values.slice(Math.floor(random() * values.length));
    if (value === undefined) throw new Error('there is nothing to choose from');
    return value;
  };
  const chance = (probability: number): boolean => random() < probability;
  const known = (): string => knownTexts[Math.floor(random() * knownTexts.length)] ?? '';

  const oddText = (): string =>
    pick([
      ...['', ' ', '\0', 'a\0b', '\ud83d', '\udc00x', 'x\ud83d', '😀', '\u202e', 'فاطمہ', "'; drop table shop; --"],
      ...['%', '_', '\\', '{}', '[]', 'null', '__proto__', 'constructor', '../../etc/passwd', '<script>'],
      ...['0000-01-01', '0001-01-01', '9999-12-31', '2026-02-30', '+275760-09-13', '2026-11-20T25:00:00Z'],
      ...['1e308', '-1', '0x10', '99999999999999999999', 'NaN', 'Infinity', 'x'.repeat(60_000)],
    ]);
  const oddValue = (): unknown =>
    pick<() => unknown>([
      oddText,
      () => pick([0, -1, 1.5, 1e308, -1e308, 2 ** 31, 2 ** 53, Number.MAX_SAFE_INTEGER, 5e-324]),
      () => pick([null, true, false, {}, [], [[]], [null]]),
      () => Array.from({ length: 20_000 }, () => 1),
      () => ({ ['__proto__']: oddText(), constructor: 1, [oddText().slice(0, 100)]: 1 }),
      () => JSON.parse('['.repeat(800) + ']'.repeat(800)) as unknown,
    ])();

  function textFor({ pattern, format, enum: values, const: value }: JsonSchema): unknown {
    if (values?.length) return values[Math.floor(random() * values.length)];
    if (value !== undefined) return value;
    if (format === 'date') return pick(['2026-11-20', '2026-11-01', '2000-01-01', '2100-12-31']);
    if (pattern?.includes('[0-9a-f]{24}')) return chance(0.7) ? known() : '0123456789abcdef01234567';
    return pick(['Karachi', '1', '03001234567', 'Ayesha Khan', 'a@example.com', known()]);
  }

  function valueFor(schema: JsonSchema, depth = 0): unknown {
    if (chance(depth === 0 ? 0.03 : 0.12)) return oddValue();
    const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
    const choice = choices[Math.floor(random() * choices.length)];
    if (choice) return valueFor(choice, depth);
    switch (schema.type) {
      case 'object': {
        const entries = Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
          typeof part === 'object' && chance(schema.required?.includes(name) ? 0.95 : 0.5)
            ? [[name, valueFor(part, depth + 1)] as const]
            : [],
        );
        return Object.fromEntries(chance(0.05) ? [...entries, [oddText().slice(0, 100), 1]] : entries);
      }
      case 'array': {
        const [item] = [schema.items ?? []].flat();
        return typeof item === 'object'
          ? Array.from({ length: Math.floor(random() * 4) }, () => valueFor(item, depth + 1))
          : [];
      }
      case 'number':
      case 'integer':
        return pick([0, 1, 100, 2000, schema.maximum ?? 5, (schema.maximum ?? 5) + 1, schema.minimum ?? -5]);
      case 'boolean':
        return chance(0.5);
      default:
        return textFor(schema);
    }
  }

  /** A part of an address, as a browser or an attacker would write it. */
  const addressText = (text: string): string =>
    chance(0.1)
      ? pick(['%00', '%ff', '%ED%A0%80', '%', '%2F', '%2e%2e%2f', 'x'.repeat(300), '%F0%9F%98%80', '//'])
      : encodeURIComponent(text.toWellFormed().slice(0, 2_000));

  const queryOf = (value: unknown): string =>
    typeof value === 'object' && value !== null
      ? Object.entries(value)
          .map(
            ([name, one]) => `${addressText(name)}=${addressText(typeof one === 'string' ? one : JSON.stringify(one))}`,
          )
          .flatMap((pair) => (chance(0.05) ? [pair, pair] : [pair]))
          .join('&')
          .slice(0, 8_000)
      : addressText(String(value));

  return { valueFor, queryOf, addressText, oddText, oddValue, pick, chance, known };
}
