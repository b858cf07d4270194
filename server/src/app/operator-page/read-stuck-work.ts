import { courierName } from '@courierdesk/contract/companies';
import type { OperatorOverview, StuckWork } from '@courierdesk/contract/operator';
import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { storeIsOpen } from '../../shop/shops/closed-stores.ts';
import { legalTopics } from '../../store-app/webhooks/legal-requests.ts';
import { maxTries as maxWebhookTries } from '../../store-app/webhooks/process-webhooks.ts';
import { presentShop, type OfShop } from './present-shop.ts';
import { stuckTries, uncertainBefore } from './stuck-limits.ts';

const hourMs = 3_600_000;
const maxRows = 50;

type Row = Omit<StuckWork, 'shop' | 'since'> &
  OfShop & { readonly since: Date; readonly total: number; readonly company: string };

/** Work that did not succeed for some time, the oldest of each kind first. Texts of errors are in the log alone. */
export async function readStuckWork(
  trx: Db,
  { config }: Pick<Context, 'config'>,
  now: Date,
): Promise<OperatorOverview['stuck']> {
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  const { rows } = await sql<Row>`
    with stuck as (
      select 1 as place, 'uncertain-booking' as what, shop_id, id, order_name as label, 1 as count,
             claimed_at as since, look_ups as tries, company
      from shipment
      where next_look_up_at is not null and booking_state = 'uncertain' and claimed_at < ${uncertainBefore(config, now)}
      union all
      select 2, 'legal-request', shop_id, id, topic, 1, received_at, tries, '' from webhook_inbox
      where processed_at is null and topic = any(${[...legalTopics]}::text[]) and received_at < ${ago(hourMs)}
      union all
      select 3, 'stopped-store-updates', shop_id, stopped_as, stopped_as, count(*), min(updated_at), 0, ''
      from desired_store_state
      where stopped_as is not null and state = stopped_as group by shop_id, stopped_as
      union all
      select 4, 'late-store-updates', desired.shop_id, '', '', count(*), min(desired.updated_at), max(desired.tries), ''
      from desired_store_state as desired
      where desired.state = 'due' and desired.tries >= ${sql.lit(stuckTries)} and ${storeIsOpen('desired')}
      group by desired.shop_id
      union all
      select 5, 'job', group_id, id::text, name, 1, created_on, retry_count, '' from pgboss.job
      where state = 'retry' and retry_count >= ${sql.lit(stuckTries)} and group_id is not null
      union all
      select 6, 'scheduled-job', null, id::text, name, 1, completed_on, retry_count + 1, '' from (
        select distinct on (job.name) job.* from pgboss.job join pgboss.schedule using (name)
        where state in ('completed', 'failed') order by job.name, completed_on desc) as latest
      where state = 'failed'
      union all
      select 7, 'webhooks-given-up', shop_id, '', '', count(*), min(processed_at), max(tries), '' from webhook_inbox
      where received_at > ${ago(48 * hourMs)} and processed_at > ${ago(24 * hourMs)}
        and error <> '' and tries >= ${sql.lit(maxWebhookTries)}
      group by shop_id
    )
    select * from (
      select stuck.*, shop.domain, count(*) over () as total,
             row_number() over (partition by what order by since) as number
      from stuck left join shop on shop.id = stuck.shop_id
    ) as numbered where number <= ${sql.lit(maxRows)} order by place, since`.execute(trx);
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ what, id, label, count, since, tries, company, ...row }) => ({
      ...{ what, id, count, tries },
      label: company === '' ? label : `${label} at ${courierName(company)}`,
      shop: presentShop(row),
      since: since.toISOString(),
    })),
  };
}
