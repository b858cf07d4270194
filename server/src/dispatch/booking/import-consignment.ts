import { courierName } from '@courierdesk/contract/companies';
import type { Person } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import type { ListedConsignment } from '../../adapters/couriers/courier.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { newId } from '../../base/db/ids.ts';
import { addHistory } from '../../shipments/record/history.ts';
import { shipmentLabel } from '../../shipments/record/shipment-label.ts';
import { trackAccountsSoon } from '../../shop/courier-accounts/track-accounts-soon.ts';
import { newReference } from './reference.ts';

/**
 * Records a consignment that was booked at the courier for no store order. It is tracked and listed like any parcel; the
 * store is not touched. Undefined when we already have a parcel with its number.
 */
export async function importConsignment(
  trx: Db,
  context: Pick<Context, 'jobs'>,
  account: AccountRow,
  consignment: ListedConsignment,
  { by, tag, now }: { readonly by: Person; readonly tag: string; readonly now: Date },
): Promise<string | undefined> {
  const { trackingNumber, consignee, phone = '' } = consignment;
  const cod = consignment.cod ?? 0;
  const name = consignment.reference || trackingNumber;
  const id = newId(now);
  const inserted = await trx
    .insertInto('shipment')
    .values({
      ...{ shop_id: account.shop_id, id, account_id: account.id, company: account.company, origin: 'imported' },
      reference: newReference(name),
      booking_state: 'booked',
      status: 'FULFILLED',
      courier_live: true,
      tracking_number: trackingNumber,
      order_name: name,
      cod: String(cod),
      weight: account.weight,
      pieces: 1,
      consignee_name: consignee.name,
      consignee_email: '',
      consignee_phone: phone,
      consignee_phone2: '',
      consignee_phone3: '',
      consignee_address: consignee.address,
      city: consignee.city,
      destination_city: consignee.city,
      destination_city_id: '',
      products_list: '',
      remarks: '',
      payment_status: cod === 0 ? 'PAID' : 'UNPAID',
      booked_by: tag,
      booked_by_user_id: by.userId,
      notify_customer: false,
      ...{ claimed_at: now, booked_at: now, status_at: now, created_at: now, next_track_at: now },
      search_text: [name, consignee.name, phone, trackingNumber].join(' ').toLowerCase(),
    })
    .onConflict((conflict) =>
      conflict.columns(['shop_id', 'company', 'tracking_number']).where('tracking_number', 'is not', null).doNothing(),
    )
    .returning(['id', 'shop_id', 'order_name', 'tracking_number'])
    .executeTakeFirst();
  if (!inserted) return undefined;
  await addHistory(trx, inserted, {
    at: now,
    who: by.name,
    what: `Added from ${courierName(account.company)}, booked there: ${trackingNumber}`,
  });
  await recordAuditEvent(trx, by, {
    at: now,
    action: 'shipment.import',
    subjectKind: 'shipment',
    subjectId: id,
    label: shipmentLabel(inserted),
    detail: { tracking_number: trackingNumber, company: account.company },
  });
  await trackAccountsSoon(trx, context, account.shop_id, [account.id], now);
  return id;
}
