import * as z from 'zod';

/**
 * A filter in a URL schema, kept as written, so that a page can show a filter that it cannot read. A repeated name has
 * several values. `readFilters` reads it, with a schema that loads with the page.
 */
export const filterText = z
  .union([z.string().min(1), z.array(z.string())])
  .optional()
  .catch(undefined);
export type FilterText = z.output<typeof filterText>;

/** A value of a URL that counts as not set when it cannot be read. */
export const ifReadable = <Value extends z.ZodType>(value: Value) => value.optional().catch(undefined);

/** One text of a URL, such as an id or a token. */
export const urlText = ifReadable(z.string().min(1));

/** Why filters cannot be read, by their names. */
export type FilterProblems = Partial<Record<string, string>>;

/** What a URL asks for, without the filters that cannot be read. `problems` is undefined when all can be read. */
export function readFilters<Schema extends z.ZodObject>(
  schema: Schema,
  search: object,
): { query: z.output<Schema>; problems?: FilterProblems } {
  const read = schema.safeParse(search);
  if (read.success) return { query: read.data };
  const problems = Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path[0]), message]));
  const readable = Object.entries(search).filter(([name]) => !(name in problems));
  return { query: schema.parse(Object.fromEntries(readable)), problems };
}

/** A filter as the text of a field or a chip. */
export const textOf = (filter: FilterText): string => [filter ?? []].flat().join(', ');
