import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Answer } from '../http/answer.ts';
import { json, malformed } from '../http/answer.ts';
import { consignmentBook } from '../parcels/consignment-book.ts';
import type { Fields } from '../http/fields.ts';
import { text, whole } from '../http/fields.ts';
import { nextTrackingNumber } from '../parcels/tracking-number.ts';
import type { LeopardAccount, LeopardShipper } from './accounts.ts';
import type { LeopardCity } from './cities.ts';
import { allowed, leopardCityById } from './cities.ts';
import type { LeopardError } from './envelope.ts';
import { refused } from './envelope.ts';

/** docs/contracts/leopards.md, "Booking". A repeated order id makes a second consignment. */
export function bookPacket(context: SandboxContext, account: LeopardAccount, fields: Fields): Answer {
  const booking = readBooking(account, fields);
  if ('error' in booking) {
    return malformed(JSON.stringify(booking.error), refused(booking.error, 'track_number', 'slip_link'));
  }
  const trackingNumber = nextTrackingNumber(context, 'LEOPARD', account.series);
  consignmentBook(context).add({
    courier: 'LEOPARD',
    tracking_number: trackingNumber,
    reference: text(fields, 'booked_packet_order_id'),
    account: account.api_key,
    consignee: {
      name: text(fields, 'consignment_name_eng'),
      phone: text(fields, 'consignment_phone'),
      phone2: text(fields, 'consignment_phone_two'),
      phone3: text(fields, 'consignment_phone_three'),
      email: text(fields, 'consignment_email'),
      address: text(fields, 'consignment_address'),
    },
    shipper: {
      name: ownIfSelf(text(fields, 'shipment_name_eng'), booking.shipper.name),
      phone: ownIfSelf(text(fields, 'shipment_phone'), booking.shipper.phone),
      address: ownIfSelf(text(fields, 'shipment_address'), booking.shipper.address),
    },
    origin_city: booking.origin.name,
    destination_city: booking.destination.name,
    cod: booking.cod,
    weight_grams: booking.weight,
    pieces: booking.pieces,
    contents: '',
    remarks: text(fields, 'special_instructions'),
    service: booking.service,
    booked_at: context.now().toISOString(),
  });
  const link = `${context.publicUrl}/leopard/slip/${trackingNumber}`;
  return json({ status: 1, error: 0, track_number: trackingNumber, slip_link: link });
}

const ownIfSelf = (value: string, own: string): string => (value === 'self' ? own : value);

type Booking = {
  weight: number;
  pieces: number;
  cod: number;
  origin: LeopardCity;
  destination: LeopardCity;
  shipper: LeopardShipper;
  service: string;
};

const requiredTexts: [field: string, name: string][] = [
  ['shipment_name_eng', 'Shipper Name is required'],
  ['shipment_phone', 'Shipper Phone is required'],
  ['shipment_address', 'Shipper Address is required'],
  ['consignment_name_eng', 'Consignee Name is required'],
  ['consignment_phone', 'Consignee Phone is required'],
  ['consignment_address', 'Consignee Address is required'],
  ['special_instructions', 'Special Instructions are required'],
];

function readBooking(account: LeopardAccount, fields: Fields): Booking | { error: LeopardError } {
  const weight = whole(fields, 'booked_packet_weight');
  if (weight === undefined || weight < 1) return { error: 'Packet Weight is required' };
  const pieces = whole(fields, 'booked_packet_no_piece');
  if (pieces === undefined || pieces < 1) return { error: 'No. of Pieces is required' };
  const cod = whole(fields, 'booked_packet_collect_amount');
  if (cod === undefined || cod < 0) return { error: 'COD Amount is required' };
  const origin = cityOf(account, fields, 'origin_city');
  if (origin === undefined) return { error: 'Origin City is required' };
  const destination = cityOf(account, fields, 'destination_city');
  if (destination === undefined) return { error: 'Destination City is required' };
  if (origin === 'unknown' || !allowed(origin.allow_as_origin))
    return { error: { origin_city: 'Invalid Origin City' } };
  if (destination === 'unknown' || !allowed(destination.allow_as_destination)) {
    return { error: { destination_city: 'Invalid Destination City' } };
  }
  const missing = requiredTexts.find(([field]) => text(fields, field) === '');
  if (missing) return { error: missing[1] };
  const shipper = shipperOf(account, fields);
  if (!shipper) return { error: { shipment_id: 'Invalid Shipment ID' } };
  const service = text(fields, 'shipment_type').toLowerCase() || 'overnight';
  if (!destination.shipment_type.includes(service)) return { error: { shipment_type: 'Invalid Shipment Type' } };
  if (fields['custom_data'] !== undefined && fields['custom_data'] !== '' && !Array.isArray(fields['custom_data'])) {
    return { error: 'Invalid Custom Data / Custom Data must be Json Array' };
  }
  return { weight, pieces, cod, origin, destination, shipper, service };
}

function cityOf(account: LeopardAccount, fields: Fields, field: string): LeopardCity | 'unknown' | undefined {
  const value = text(fields, field);
  if (value === '') return undefined;
  const id = value === 'self' ? account.city_id : whole(fields, field);
  return (id === undefined ? undefined : leopardCityById.get(id)) ?? 'unknown';
}

function shipperOf(account: LeopardAccount, fields: Fields): LeopardShipper | undefined {
  if (text(fields, 'shipment_id') === '') return account.shippers[0];
  const id = whole(fields, 'shipment_id');
  return account.shippers.find((shipper) => shipper.shipment_id === id);
}
