import type { Db } from '../../base/db/client.ts';
import type { ShipmentRow } from '../record/shipment-row.ts';
import { customerMailSetting } from './queries.ts';

/** If the shop emails the tracking link of each booking. */
export const trackingLinkEmailIsOn = async (trx: Db, shopId: string): Promise<boolean> =>
  (await customerMailSetting(trx, shopId, 'booked')).enabled;

/** If the customer gets the tracking link from us: by the shop's setting until the booking is answered, then by what was sent. */
export async function emailsTrackingLink(trx: Db, shipment: ShipmentRow): Promise<boolean> {
  if (shipment.consignee_email === '') return false;
  if (!isAnswered(shipment)) return trackingLinkEmailIsOn(trx, shipment.shop_id);
  const mail = await trx
    .selectFrom('customer_mail')
    .select('id')
    .where('shop_id', '=', shipment.shop_id)
    .where('shipment_id', '=', shipment.id)
    .where('kind', '=', 'booked')
    .where('state', '!=', 'skipped')
    .limit(1)
    .executeTakeFirst();
  return mail !== undefined;
}

const isAnswered = ({ booking_state: state }: ShipmentRow): boolean =>
  state !== 'claimed' && state !== 'asking' && state !== 'uncertain';
