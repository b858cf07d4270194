import { courierName } from '@courierdesk/contract/companies';
import type { OperatorOverview, RunningProcess } from '@courierdesk/contract/operator';
import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { acrossShops } from '../../base/db/tenancy.ts';
import { jobCounts } from '../../base/jobs/job-metrics.ts';
import { readPastLeases } from './read-past-leases.ts';
import { readStuckWork } from './read-stuck-work.ts';
import { callFigures, type CourierCalls } from './recent-courier-calls.ts';

/** What the operator's page shows, without personal data of customers. */
export async function readOverview(context: Context, signedInUntil: Date): Promise<OperatorOverview> {
  const now = context.clock();
  const counts = await jobCounts(context);
  return acrossShops(context.db, async (trx) => {
    const processes = await readProcesses(trx);
    return {
      at: now.toISOString(),
      signed_in_until: signedInUntil.toISOString(),
      processes: processes.map(presentProcess),
      work: counts.map(({ oldestDueSeconds, ...work }) => ({
        ...work,
        oldest_due_seconds: Math.round(oldestDueSeconds),
      })),
      couriers: await readCouriers(
        trx,
        processes.map((one) => one.courier_calls),
        now,
      ),
      leases: await readPastLeases(trx, now),
      stuck: await readStuckWork(trx, context, now),
    };
  });
}

type ProcessRow = Omit<RunningProcess, 'started_at' | 'seen_at'> & {
  readonly started_at: Date;
  readonly seen_at: Date;
  readonly courier_calls: CourierCalls;
};

export async function readProcesses(trx: Db): Promise<ProcessRow[]> {
  const { rows } = await sql<ProcessRow>`
    select *, seen_at > now() - interval '30 seconds' as responds from running_process
    order by role, host, started_at`.execute(trx);
  return rows;
}

function presentProcess({ id, role, host, pid, version, responds, memory, ...row }: ProcessRow): RunningProcess {
  return {
    ...{ id, role, host, pid, version, responds, memory },
    started_at: row.started_at.toISOString(),
    seen_at: row.seen_at.toISOString(),
  };
}

const maxShops = 10;

async function readCouriers(trx: Db, calls: readonly CourierCalls[], now: Date): Promise<OperatorOverview['couriers']> {
  const { rows } = await sql<{ company: string; paused: number; refused: number; shops: string[] | null }>`
    select account.company,
           count(*) filter (where account.paused_until > ${now}) as paused,
           count(account.credentials_refused_at) as refused,
           (array_agg(distinct shop.domain) filter (where account.credentials_refused_at is not null))[:${sql.lit(maxShops)}] as shops
    from courier_account account join shop on shop.id = account.shop_id
    where not account.in_active and shop.uninstalled_at is null
    group by account.company`.execute(trx);
  return callFigures(calls)
    .map((figures) => {
      const accounts = rows.find(({ company }) => company === figures.company);
      return {
        ...figures,
        paused_accounts: accounts?.paused ?? 0,
        refused_accounts: accounts?.refused ?? 0,
        refused_shops: accounts?.shops ?? [],
      };
    })
    .toSorted((a, b) => courierName(a.company).localeCompare(courierName(b.company)));
}
