import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Courier, Stage } from './consignment.ts';
import { consignmentBook } from './consignment-book.ts';

export interface JournalConsignment {
  courier: Courier;
  tracking_number: string;
  reference: string;
  state: Stage;
  cancelled: boolean;
}

/** The couriers' consignments, to compare with Courierdesk's shipments. */
export function courierJournal(context: SandboxContext): JournalConsignment[] {
  return Array.from(consignmentBook(context).all(), (parcel) => ({
    courier: parcel.courier,
    tracking_number: parcel.tracking_number,
    reference: parcel.reference,
    state: parcel.stage,
    cancelled: parcel.cancelled,
  }));
}
