import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Answer } from '../http/answer.ts';
import { json, malformed, pdf } from '../http/answer.ts';
import type { Consignment } from '../parcels/consignment.ts';
import { consignmentBook } from '../parcels/consignment-book.ts';
import type { Fields } from '../http/fields.ts';
import { text, texts } from '../http/fields.ts';
import { lifeCycleOf } from '../parcels/routes.ts';
import { withScan } from '../parcels/scan.ts';
import { printable, printPdf } from '../parcels/label-pdf.ts';
import type { LeopardAccount } from './accounts.ts';
import { leopardCities } from './cities.ts';
import { refused } from './envelope.ts';

type LoadSheet = {
  id: string;
  account: string;
  courier_name: string;
  courier_code: string;
  numbers: string[];
};

const cityIds = new Map(leopardCities.map((city) => [city.name, city.id]));
/** docs/contracts/leopards.md, "Payments" */
const shipmentTypeIds: Record<string, number> = { detain: 2, overland: 3, overnight: 10 };

/** docs/contracts/leopards.md, "Load sheets". A load sheet also requests pickup of its booked parcels. */
export function generateLoadSheet(context: SandboxContext, account: LeopardAccount, fields: Fields): Answer {
  const numbers = texts(fields, 'cn_numbers');
  if (!numbers || numbers.length === 0) return malformed('cn_numbers is no list', refused('CN required'));
  const book = consignmentBook(context);
  const parcels: Consignment[] = [];
  const reasons: Record<string, string> = {};
  for (const number of numbers) {
    const parcel = book.find('LEOPARD', number);
    if (!parcel || parcel.account !== account.api_key) reasons[number] = 'Invalid CN Number';
    else if (parcel.stage !== 'booked') reasons[number] = 'Packet is not available for load sheet';
    else if (parcel.load_sheet) reasons[number] = 'Load sheet already generated';
    else parcels.push(parcel);
  }
  if (Object.keys(reasons).length > 0) return refused(reasons);
  const id = String(100_000 + context.state.counter('leopard-load-sheet'));
  sheets(context).put(id, {
    id,
    account: account.api_key,
    courier_name: text(fields, 'courier_name'),
    courier_code: text(fields, 'courier_code'),
    numbers,
  });
  for (const parcel of parcels) book.save({ ...withPickupRequest(parcel, context.now()), load_sheet: id });
  return json({ status: '1', error: 'null', load_sheet_id: id });
}

export async function downloadLoadSheet(
  context: SandboxContext,
  account: LeopardAccount,
  fields: Fields,
  form: 'PDF' | 'JSON',
): Promise<Answer> {
  if (text(fields, 'response_type').toUpperCase() !== form) {
    return malformed('response_type does not fit the path', refused('Invalid Response Type'));
  }
  const sheet = sheets(context).get(text(fields, 'load_sheet_id'));
  if (!sheet || sheet.account !== account.api_key) return refused('Invalid Load Sheet ID');
  const parcels = sheet.numbers.flatMap((number) => consignmentBook(context).find('LEOPARD', number) ?? []);
  if (form === 'JSON') return json({ status: 1, error: '', data: parcels.map(sheetRow) });
  const lines = parcels.map((parcel): [string, string] => [
    parcel.tracking_number,
    [printable(parcel.consignee.name), parcel.destination_city, `Rs ${parcel.cod}`].filter(Boolean).join(', '),
  ]);
  return pdf(await printPdf([{ title: `Leopards load sheet ${sheet.id}`, lines }], 'A4'));
}

const sheets = (context: SandboxContext) => context.state.collection<LoadSheet>('leopard-load-sheets');

function withPickupRequest(parcel: Consignment, at: Date): Consignment {
  const [sent] = lifeCycleOf('LEOPARD').forward;
  return parcel.state === 0 && sent ? { ...withScan(parcel, sent, at), state: 1 } : parcel;
}

function sheetRow(parcel: Consignment) {
  return {
    track_number: parcel.tracking_number,
    booked_packet_order_id: parcel.reference,
    booked_packet_weight: String(parcel.weight_grams),
    booked_packet_no_piece: String(parcel.pieces),
    booked_packet_collect_amount: String(parcel.cod),
    origin_city_id: cityIds.get(parcel.origin_city) ?? null,
    destination_city_id: cityIds.get(parcel.destination_city) ?? null,
    shipment_type_id: shipmentTypeIds[parcel.service] ?? null,
    shipment_type_name: parcel.service,
    consignment_name_eng: parcel.consignee.name,
    consignment_phone: parcel.consignee.phone,
    consignment_address: parcel.consignee.address,
  };
}
