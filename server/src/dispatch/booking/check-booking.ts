import { formatCount } from '@courierdesk/contract/count-text';
import type { BookingFields } from '@courierdesk/contract/booking';
import { companyName, type Company } from '@courierdesk/contract/companies';
import { isConfirmed, type Issue } from '@courierdesk/contract/issues';
import { addMoney, homeCurrency } from '@courierdesk/contract/money';
import { unusualCod } from '@courierdesk/contract/unusual-cod';
import { unusualConsignee } from '@courierdesk/contract/unusual-consignee';
import { missingToBook } from '@courierdesk/contract/courier-forms';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { cityListOf } from '../../shop/courier-accounts/city-list.ts';
import { loadAccount, type AccountRow } from '../../shop/courier-accounts/load-account.ts';
import type { CourierAbilities, CourierCity } from '../../adapters/couriers/courier.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { settingsOf } from '../../shop/settings/find-settings.ts';
import type { BookingRequest } from './booking-request.ts';
import { checkOrders, type CheckedOrders } from './check-orders.ts';
import { orderNotConfirmed } from './order-errors.ts';
import { gatherOrderFacts } from './order-facts.ts';
import { codOf } from '../../store/orders/store-order-row.ts';
import { usualCod } from '../../shipments/record/usual-cod.ts';

/** A booking that passed all checks, with everything that the next steps need. */
export type CheckedBooking = CheckedOrders & {
  readonly request: BookingRequest;
  readonly fields: BookingFields;
  readonly account: AccountRow;
  readonly city: CourierCity;
};

/** Step 1 of booking: checks the form, the account, the city and the orders in the store. */
export async function checkBooking(
  context: Context,
  actor: Pick<UserActor, 'shopId'>,
  request: BookingRequest,
): Promise<CheckedBooking> {
  const { fields } = request;
  const gathering = gatherOrderFacts(
    context,
    actor.shopId,
    request.orders.map((one) => one.ref),
  );
  // Awaited below. Until then a failure must not count as unhandled.
  gathering.catch(() => undefined);
  const { account, settings, usual } = await withShop(context.db, actor.shopId, async (trx) => ({
    account: await loadAccount(trx, actor.shopId, fields.tracking_account),
    settings: request.shownSums && (await settingsOf(trx, actor.shopId)),
    usual: await usualCod(trx, actor.shopId),
  }));
  if (!account) throw new AppError('not-found', 'Please choose a courier account', { field: 'tracking_account' });
  checkAccount(context, account, fields);
  const city = cityOf(await cityListOf(context, actor.shopId, account), account, fields);
  const facts = await gathering;
  const checked = checkOrders(facts, request, settings?.free_shipping_value ?? 0);
  checkConsignee(request, checked);
  checkCod(context, request, account, checked, usual);
  return { request, fields, account, city, ...checked };
}

/** Only for single bookings, as `checkCod`. */
function checkConsignee({ fields }: BookingRequest, { orders }: CheckedOrders): void {
  const inStore = orders.map(({ order }) => ({
    consignee_name: order.customer_name,
    consignee_address: order.address,
  }));
  const open = unusualConsignee(fields, inStore).filter((issue) => !isConfirmed(issue, fields.confirmed));
  const [first] = orders;
  if (first && open.length > 0) throw orderNotConfirmed(first.order, open, false);
}

/** Only for single bookings. `dispatch/batches/validate-row.ts` checks the rows of a batch before they are queued. */
function checkCod(
  context: Context,
  { fields }: BookingRequest,
  { company }: AccountRow,
  { orders, calculatedCod }: CheckedOrders,
  usual: number | null,
): void {
  const cod = fields.cod_amount;
  const isOurs = orders.every(({ order }) => order.currency === homeCurrency);
  const proposed = calculatedCod ?? orders.reduce((sum, { order }) => sum + codOf(order), 0);
  const outstanding = addMoney(...orders.map(({ order }) => order.outstanding));
  const issues = [
    unusualCod({ cod, proposed: isOurs ? proposed : null, outstanding, usual }),
    zeroCod(company, cod, context.couriers[company].abilities),
  ].flatMap((issue) => issue ?? []);
  const open = issues.filter((issue) => !isConfirmed(issue, fields.confirmed));
  if (open.length === 0) return;
  const why = open.map(({ msg }) => msg).join(' ');
  throw new AppError('cod-unconfirmed', `${why} Check the amount and confirm it. Nothing was booked yet.`, {
    field: 'confirmed',
    detail: { issues: open },
  });
}

/** M&P refuses a parcel without an amount to collect, unless the account has an agreement. */
export const zeroCod = (company: Company, cod: number, { takesZeroCod }: CourierAbilities): Issue | undefined =>
  cod > 0 || takesZeroCod
    ? undefined
    : {
        level: 'warning',
        code: 'cod-not-positive',
        field: 'cod_amount',
        msg: `${companyName[company]} refuses parcels without an amount to collect, unless your account allows them.`,
        subject: company,
      };

/** Checks many requests to one account and reads the store once. Returns the error of each request that fails. */
export async function checkBookings(
  context: Context,
  account: AccountRow,
  requests: readonly BookingRequest[],
): Promise<(CheckedBooking | AppError)[]> {
  const [cities, facts] = await Promise.all([
    cityListOf(context, account.shop_id, account),
    gatherOrderFacts(
      context,
      account.shop_id,
      requests.flatMap((request) => request.orders.map((one) => one.ref)),
    ),
  ]);
  return requests.map((request) => {
    try {
      checkAccount(context, account, request.fields);
      const city = cityOf(cities, account, request.fields);
      return { request, fields: request.fields, account, city, ...checkOrders(facts, request, 0) };
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  });
}

function checkAccount(context: Context, account: AccountRow, fields: BookingFields): void {
  const name = companyName[account.company];
  if (account.in_active) throw accountInactive(account);
  const missing = missingToBook(account.company, account.fields);
  if (missing.length > 0)
    throw new AppError(
      'account-incomplete',
      `${account.name} is not complete. Add ${missing.map((field) => field.label).join(', ')} on the Accounts page.`,
      { field: 'tracking_account' },
    );
  const { maxCod, maxPieces } = context.couriers[account.company].abilities;
  if (fields.cod_amount > maxCod)
    throw new AppError('cod-too-high', `Maximum COD at ${name}: Rs ${formatCount(maxCod)}.`, {
      field: 'cod_amount',
    });
  if (fields.pieces > maxPieces)
    throw new AppError('invalid-input', `Maximum at ${name}: ${maxPieces} pieces.`, { field: 'pieces' });
}

export const accountInactive = (account: AccountRow): AppError =>
  new AppError('account-inactive', `${account.name} is inactive. Choose another account.`, {
    field: 'tracking_account',
  });

function cityOf(cities: readonly CourierCity[], account: AccountRow, fields: BookingFields): CourierCity {
  const wanted = fields.destination_city;
  const city = cities.find((one) => one.id.trim() === wanted) ?? cities.find((one) => one.name === wanted);
  if (city) return city;
  throw new AppError(
    'city-unknown',
    `${companyName[account.company]} does not deliver to ${wanted}. Choose a city from its list.`,
    { field: 'destination_city' },
  );
}
