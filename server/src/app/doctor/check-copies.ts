import type { Context } from '../../base/context.ts';
import { copiesOfDatabase } from '../../base/observability/copies-of-database.ts';
import { ok, warning, type Finding } from './finding.ts';

/** Whether backups and standbys follow the database, as far as it knows. */
export async function checkCopies(context: Pick<Context, 'pool'>): Promise<Finding> {
  const { known, stopped } = await copiesOfDatabase(context);
  if (stopped.length > 0)
    return warning(
      `Backups: ${stopped.join(', ')} of the database ${stopped.length === 1 ? 'stands' : 'stand'} still, so a backup or a standby is not up to date. docs/operations.md, “Backups or a standby stand still”, says what to do.`,
    );
  return ok(
    known.length > 0
      ? `Backups: ${known.join(', ')} of the database ${known.length === 1 ? 'is' : 'are'} up to date.`
      : 'Backups: the database has no replication slot and archives nothing, so others must make its backups.',
  );
}
