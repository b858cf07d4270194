import * as z from 'zod';
import type { SandboxContext } from '../core/sandbox-context.ts';
import type { Consignment, Courier } from './parcels/consignment.ts';
import { couriers } from './parcels/consignment.ts';
import { consignmentBook } from './parcels/consignment-book.ts';
import { demoCourierAccounts } from './demo-data/demo-accounts.ts';
import { journeyTo } from './parcels/routes.ts';
import { leopardCities } from './leopard/cities.ts';
import { deliveryCities } from './mnp/cities.ts';
import { postexCities } from './postex/cities.ts';
import { withScan } from './parcels/scan.ts';
import { tcsCities } from './tcs/cities.ts';
import { nextTrackingNumber } from './parcels/tracking-number.ts';

/** A past consignment, for the history of the demo shop. */
export const PastConsignment = z.object({
  courier: z.enum(couriers),
  reference: z.string().min(1),
  /** Unset: the courier's next number. */
  tracking_number: z.string().min(1).optional(),
  consignee: z.object({ name: z.string().min(1), phone: z.string().min(1), address: z.string().min(1) }),
  /** The courier's spelling; spaces, dots and case do not matter. */
  city: z.string().min(1),
  cod: z.number().int().min(0),
  weight_grams: z.number().int().min(1).default(500),
  pieces: z.number().int().min(1).default(1),
  contents: z.string().default(''),
  booked_at: z.iso.datetime(),
  /** Where it is now, as in `AdvanceInput.to`; unset: just booked. */
  to: z.string().optional(),
  /** Time of its last scan; unset: now. Earlier scans are spread evenly since booking. */
  moved_at: z.iso.datetime().optional(),
  paid_at: z.iso.datetime().optional(),
});
export type PastConsignment = z.input<typeof PastConsignment>;

/** Books with the demo shop's account of each courier, in the past. Throws on a city or word the courier does not know. */
export function recordConsignments(context: SandboxContext, inputs: PastConsignment[]): Consignment[] {
  const parsed = inputs.map((input) => PastConsignment.parse(input));
  const cities = parsed.map((input) => cityOf(input.courier, input.city));
  return parsed.map((input, index) => recordOne(context, input, cities[index] ?? ''));
}

function recordOne(context: SandboxContext, input: z.output<typeof PastConsignment>, city: string): Consignment {
  const book = consignmentBook(context);
  const booked = book.add({
    courier: input.courier,
    tracking_number: input.tracking_number ?? nextTrackingNumber(context, input.courier),
    reference: input.reference,
    account: demoAccountOf(input.courier),
    consignee: { phone2: '', phone3: '', email: '', ...input.consignee },
    shipper: { name: 'Demo Store', phone: '03001234567', address: '12-B Main Boulevard, Gulberg III, Lahore' },
    origin_city: cityOf(input.courier, 'Lahore'),
    destination_city: city,
    cod: input.cod,
    weight_grams: input.weight_grams,
    pieces: input.pieces,
    contents: input.contents,
    remarks: '',
    service: defaultServices[input.courier],
    booked_at: input.booked_at,
  });
  const moved =
    input.to === undefined ? booked : movedTo(booked, input.to, input.moved_at ?? context.now().toISOString());
  // A parcel in transit continues from now, not from its last scan.
  const settled = {
    ...moved,
    paid_at: input.paid_at ?? null,
    ...(isUnderWay(moved) && { moved_at: context.now().toISOString() }),
  };
  book.save(settled);
  return settled;
}

const isUnderWay = (parcel: Consignment): boolean => !['delivered', 'returned', 'cancelled'].includes(parcel.stage);

function movedTo(parcel: Consignment, to: string, movedAt: string): Consignment {
  const journey = journeyTo(parcel, to);
  if (!journey) throw new Error(`${parcel.courier} knows no "${to}"`);
  const start = Date.parse(parcel.booked_at);
  const stride = (Date.parse(movedAt) - start) / journey.steps.length;
  const moved = journey.steps.reduce(
    (current, step, index) => withScan(current, step, new Date(start + stride * (index + 1))),
    parcel,
  );
  return { ...moved, path: journey.path, state: journey.state };
}

const defaultServices: Record<Courier, string> = { LEOPARD: 'overnight', MNP: 'Overnight', POSTEX: 'Normal', TCS: 'O' };

function demoAccountOf(courier: Courier): string {
  switch (courier) {
    case 'LEOPARD':
      return demoCourierAccounts.LEOPARD[0].api_key;
    case 'MNP':
      return demoCourierAccounts.MNP[0].account_no;
    case 'POSTEX':
      return demoCourierAccounts.POSTEX[0].token;
    case 'TCS':
      return demoCourierAccounts.TCS[0].tcs_account_id;
  }
}

const cityNames: Record<Courier, Map<string, string>> = {
  LEOPARD: cityIndex(leopardCities.map((city) => city.name)),
  MNP: cityIndex(deliveryCities),
  POSTEX: cityIndex(postexCities.map((city) => city.operationalCityName)),
  TCS: cityIndex(tcsCities.map((city) => city.cityname)),
};

function cityOf(courier: Courier, name: string): string {
  const city = cityNames[courier].get(lettersOf(name));
  if (city === undefined) throw new Error(`${courier} lists no city "${name}"`);
  return city;
}

function cityIndex(names: string[]): Map<string, string> {
  return new Map(names.map((name) => [lettersOf(name), name]));
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
