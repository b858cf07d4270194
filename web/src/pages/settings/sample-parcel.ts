import { dayOf } from '@courierdesk/contract/dates';
import type { PublicTracking } from '../../tracking/page-input.ts';

const hour = 3_600_000;
const timeZone = 'Asia/Karachi';

/** A made-up parcel that is on its way, for the preview of the tracking page. */
export function sampleParcel(shop: Omit<PublicTracking['shop'], 'time_zone'>, now: Date): PublicTracking {
  const at = (hours: number): string => new Date(now.getTime() + hours * hour).toISOString();
  const day = (hours: number): string => dayOf(new Date(at(hours)), timeZone);
  return {
    company: 'LEOPARD',
    order: {
      track_number: 'LE7500123456',
      booking_date: at(-30),
      consignee_name: 'Ayesha K.',
      customer_phone: '••• 567',
      destination: 'LAHORE',
      current_status: 2,
      current_courier_status: 'Dispatched',
      details: [
        {
          status_message: 'Arrived at Station',
          name: 'LAHORE',
          status_date: at(-2),
          english: 'Arrived at a courier centre',
          urdu: 'پارسل کوریئر کے مرکز پہنچ گیا',
        },
        {
          status_message: 'Dispatched',
          name: 'KARACHI',
          status_date: at(-20),
          english: 'Left for the next courier centre',
          urdu: 'پارسل اگلے مرکز کے لیے روانہ ہو گیا',
        },
      ],
      status: 'INPROCESS',
      final: false,
      trouble: null,
      expected_date: null,
      expected_delivery: { from: day(24), to: day(48), by: 'history', late: false },
    },
    order_name: '#1042',
    store: shop.name,
    domain: '',
    customer_erased: false,
    headline: 'On its way to Lahore',
    delivered_at: null,
    check: { failed: false, at: now.toISOString() },
    cod_due: 2450,
    shop: { ...shop, time_zone: timeZone },
  };
}
