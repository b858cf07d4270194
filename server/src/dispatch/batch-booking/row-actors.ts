import { bookBatch } from '@courierdesk/contract/batches';
import { userActor, type UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { usersWhoMayStill } from '../../people/users/may-still.ts';
import type { Row } from '../batches/row.ts';
import { anyOf } from '../../base/db/id-list.ts';

/** The users who queued the rows and may still book. Their names appear on the bookings. */
export async function actorsOfRows(
  context: Context,
  shopId: string,
  rows: readonly Row[],
): Promise<(row: Row) => UserActor | undefined> {
  const ids = [...new Set(rows.flatMap((row) => row.asked_by_user_id ?? []))];
  const people = await withShop(context.db, shopId, async (trx) => {
    const allowed = await usersWhoMayStill(trx, shopId, ids, bookBatch.access);
    return trx
      .selectFrom('app_user as u')
      .innerJoin('shop', 'shop.id', 'u.shop_id')
      .select([
        'u.id as user_id',
        'u.email',
        'u.first_name',
        'u.last_name',
        'u.phone',
        'u.role',
        'u.tag',
        'u.access_scopes',
        'u.two_factor_enabled',
        'shop.name as shop_name',
        'shop.domain as shop_domain',
        'shop.time_zone',
        'shop.currency',
      ])
      .where('u.shop_id', '=', shopId)
      .where('u.id', '=', anyOf([...allowed]))
      .execute();
  });
  const byId = new Map(people.map((person) => [person.user_id, person]));
  return (row) => {
    const person = byId.get(row.asked_by_user_id ?? '');
    return (
      person &&
      userActor(person, {
        ...{ shopId, sessionId: '', ip: row.asked_ip, userAgent: '', requestId: row.asked_request_id },
      })
    );
  };
}
