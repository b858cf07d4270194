import type { Context } from '../context.ts';
import { matchCityOf, rememberCity } from '../courier-accounts/city-list.ts';
import { withShop } from '../db/tenancy.ts';
import type { CheckedBooking } from './check-booking.ts';

/** Remembers which courier city a person chose for the customer's spelling, unless the match was certain anyway. */
export async function rememberDestination(
  context: Context,
  { fields, account, city }: Pick<CheckedBooking, 'fields' | 'account' | 'city'>,
): Promise<void> {
  if (!fields.city) return;
  try {
    const { certain } = await matchCityOf(context, account.shop_id, account, fields.city);
    if (certain?.id === city.id) return;
    await withShop(
      context.db,
      account.shop_id,
      (trx) => rememberCity(trx, account.shop_id, account.company, fields.city, city, context.clock()),
      { pipelined: true },
    );
  } catch (error) {
    context.log.warn({ err: error }, 'city correction not remembered');
  }
}
