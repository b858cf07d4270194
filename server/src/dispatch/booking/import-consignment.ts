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
import { insertImported } from './insert-shipment.ts';

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
  const [inserted] = await insertImported(trx, { shopId: account.shop_id, by: { tag, userId: by.userId }, now }, [
    {
      ...{ id, account, company: account.company, trackingNumber, orderName: name, cod, weight: account.weight },
      // A list without the amount does not say that nothing is to be collected.
      isPaid: consignment.cod === 0,
      consignee: { ...consignee, email: '', phone, phone2: '' },
      ...{ productsList: '', notifyCustomer: false },
    },
  ]);
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
