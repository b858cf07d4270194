import { courierName, Company } from '@courierdesk/contract/companies';
import { maxListedChoices, type CityChoice } from '@courierdesk/contract/city-choices';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { notFound } from '../../base/errors.ts';

/** The cities that people chose for spellings, newest first. */
export function cityChoices(context: Context, shopId: string): Promise<{ data: CityChoice[]; total: number }> {
  return withShop(context.db, shopId, async (trx) => {
    const own = trx.selectFrom('city_correction').where('shop_id', '=', shopId);
    const rows = await own
      .select(['spelling', 'company', 'city_name', 'contradicted', 'chosen_by', 'corrected_at', 'times'])
      .orderBy('corrected_at', 'desc')
      .orderBy('spelling')
      .limit(maxListedChoices)
      .execute();
    const { total } = await own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const data = rows.map(({ company, city_name: city, corrected_at: at, ...row }) => ({
      ...row,
      city,
      company: Company.parse(company),
      chosen_at: at.toISOString(),
    }));
    return { data, total };
  });
}

/** The spelling is asked about like a new one from then on. */
export function deleteCityChoice(
  context: Context,
  actor: UserActor,
  { company, spelling }: Pick<CityChoice, 'company' | 'spelling'>,
): Promise<string> {
  return withShop(context.db, actor.shopId, async (trx) => {
    const deleted = await trx
      .deleteFrom('city_correction')
      .where('shop_id', '=', actor.shopId)
      .where('company', '=', company)
      .where('spelling', '=', spelling)
      .returning('city_name')
      .executeTakeFirst();
    if (!deleted) throw notFound('This choice');
    await recordAuditEvent(trx, actor, {
      at: context.clock(),
      action: 'city-choice.deleted',
      subjectKind: 'shop',
      subjectId: actor.shopId,
      label: spelling,
      detail: { spelling, city: deleted.city_name, company },
    });
    return `“${spelling}” is no longer proposed as ${deleted.city_name} for ${courierName(company)}.`;
  });
}
