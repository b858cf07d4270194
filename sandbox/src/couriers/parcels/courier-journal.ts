import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Courier, Party, Stage } from './consignment.ts';
import { consignmentBook } from './consignment-book.ts';

export type JournalConsignment = {
  courier: Courier;
  tracking_number: string;
  reference: string;
  state: Stage;
  cancelled: boolean;
  account: string;
  consignee: Party;
  destination_city: string;
  cod: number;
  weight_grams: number;
  pieces: number;
  contents: string;
  remarks: string;
};

/** The couriers' consignments, to compare with Courierdesk's shipments. */
export function courierJournal(context: SandboxContext): JournalConsignment[] {
  return Array.from(consignmentBook(context).all(), (parcel) => ({
    courier: parcel.courier,
    tracking_number: parcel.tracking_number,
    reference: parcel.reference,
    state: parcel.stage,
    cancelled: parcel.cancelled,
    account: parcel.account,
    consignee: parcel.consignee,
    destination_city: parcel.destination_city,
    cod: parcel.cod,
    weight_grams: parcel.weight_grams,
    pieces: parcel.pieces,
    contents: parcel.contents,
    remarks: parcel.remarks,
  }));
}
