import { bookBatch } from '@courierdesk/contract/batches';
import { userActor, type UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { usersWithShop } from '../../people/sessions/actor-by-user.ts';
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
    return usersWithShop(trx, shopId)
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
