import { sql, type RawBuilder } from 'kysely';

/** Ids, or an SQL expression for an array of ids. */
export type IdList = readonly string[] | RawBuilder<string[]>;

export const anyOf = (ids: IdList): RawBuilder<string> =>
  sql`any(${'toOperationNode' in ids ? ids : sql.val([...ids])})`;
