import { Company } from '@courierdesk/contract/companies';
import type { ReplyOf } from '@courierdesk/contract/endpoint';
import { planHas } from '@courierdesk/contract/plans';
import { sql } from 'kysely';
import type { getTrackingChecks, TrackingCheck } from '@courierdesk/contract/tracking-checks';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { currentPlan } from '../../shop/subscriptions/current-plan.ts';

/** When each courier account was last checked, and why a check fails. */
export async function trackingChecks(context: Context, actor: UserActor): Promise<ReplyOf<typeof getTrackingChecks>> {
  const { shopId } = actor;
  return withShop(context.db, shopId, async (trx) => {
    const { plan } = await currentPlan(trx, shopId, context.clock());
    const accounts = await trx
      .selectFrom('courier_account as a')
      .select([
        'a.id',
        'a.name',
        'a.company',
        'a.last_checked_at',
        'a.track_failures',
        'a.last_error',
        'a.credentials_error',
        sql<boolean>`a.parcels_unknown_since is not null and exists (
          select from shipment as s
          where s.shop_id = ${shopId} and s.account_id = a.id and s.account_version <> a.version
            and s.next_track_at is not null and not s.final and s.status <> 'CANCELLED')`.as('has_unknown_parcels'),
      ])
      .where('a.shop_id', '=', shopId)
      .where((eb) =>
        eb.or([
          eb('a.last_checked_at', 'is not', null),
          eb.exists(
            eb
              .selectFrom('shipment as s')
              .select('s.id')
              .where('s.shop_id', '=', shopId)
              .whereRef('s.account_id', '=', 'a.id')
              .where('s.next_track_at', 'is not', null),
          ),
        ]),
      )
      .orderBy('a.company')
      .orderBy('a.name')
      .execute();
    const companies = [...Map.groupBy(accounts, ({ company }) => company)].map(
      ([company, ofCompany]): TrackingCheck => ({
        company: Company.parse(company),
        last_checked_at: newest(ofCompany.map((account) => account.last_checked_at)),
        accounts: ofCompany.map((account) => ({
          id: account.id,
          name: account.name,
          last_checked_at: account.last_checked_at?.toISOString() ?? null,
          problem:
            (account.credentials_error && `The courier refuses the credentials: ${account.credentials_error}`) ||
            (account.track_failures > 0 && (account.last_error || 'The courier does not respond.')) ||
            (account.has_unknown_parcels ? unknownParcels : ''),
        })),
      }),
    );
    return { automatic: planHas(plan, 'automaticStatus'), companies };
  });
}

const unknownParcels =
  'The courier does not know the parcels that were booked before the credentials were changed. Check that the credentials are of the same merchant.';

function newest(dates: readonly (Date | null)[]): string | null {
  const times = dates.flatMap((date) => (date ? [date.getTime()] : []));
  return times.length > 0 ? new Date(Math.max(...times)).toISOString() : null;
}
