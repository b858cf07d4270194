import type { Context } from '../context.ts';
import { acrossShops } from '../db/tenancy.ts';
import type { ScheduledJob } from '../jobs/queue.ts';
import type { Sweep } from '../jobs/sweeps.ts';
import { workOnDuePreview } from './preview-file.ts';
import { resumeImports } from './resume-imports.ts';

export const importSweeps: readonly Sweep[] = [
  { name: 'imports', everyMs: 3_000, run: resumeImports },
  { name: 'import-previews', everyMs: 3_000, run: workOnDuePreview },
];

const keptMs = 90 * 86_400_000;

async function deleteOldImports(context: Context): Promise<void> {
  const before = new Date(context.clock().getTime() - keptMs);
  await acrossShops(context.db, (trx) => trx.deleteFrom('import').where('created_at', '<', before).execute());
}

export const importJobs: readonly ScheduledJob[] = [
  { name: 'imports.delete-old', cron: '53 22 * * *', run: deleteOldImports },
];
