import type { Context } from '../../base/context.ts';
import { cityListOf, rememberCity } from '../../shop/courier-accounts/city-list.ts';
import { withShop } from '../../base/db/tenancy.ts';
import type { CheckedBooking } from './check-booking.ts';

/** Remembers which courier city a person chose for the customer's spelling. */
export async function rememberDestination(
  context: Context,
  { fields, account, city }: Pick<CheckedBooking, 'fields' | 'account' | 'city'>,
  by: string,
): Promise<void> {
  if (!fields.city) return;
  try {
    const cities = await cityListOf(context, account.shop_id, account);
    await withShop(context.db, account.shop_id, (trx) =>
      rememberCity(trx, account.shop_id, account.company, fields.city, city, cities, { by, now: context.clock() }),
    );
  } catch (error) {
    context.log.warn({ err: error }, 'city correction not remembered');
  }
}
