import { ImportKind } from '@courierdesk/contract/import-columns';
import type { CheckedRow, RowCells } from '@courierdesk/contract/checked-row';
import type { RowTable } from './queries.ts';

/** A row that needs the database: from a preview or from the queue. */
export type WaitingRow = Pick<CheckedRow, 'cells' | 'alsoSays'> & { readonly position: number };

/** A row that contradicts what we or the courier know, without a person's wish to apply it. */
export const skipped = ({ position, shipmentId, reason }: Outcome): Outcome => ({
  ...{ position, shipmentId, state: 'unchanged', reason: `Skipped. ${reason}`, contradicting: true },
});

/** The outcome of a row. */
export type Outcome = {
  readonly position: number;
  readonly state: 'changed' | 'unchanged' | 'failed';
  /** Why it failed or changed nothing, or a note about the change. */
  readonly reason: string;
  readonly shipmentId?: string | undefined;
  /** Marked unpaid. */
  readonly unpaid?: boolean;
  /** The row contradicts what we know of the parcel, or its courier does not know it: a person has to ask for the change. */
  readonly contradicting?: boolean;
  /** The amount of the statement is not the COD. */
  readonly differs?: boolean;
  /** What was received for a parcel that is marked paid, with earlier payments for it, in rupees. */
  readonly received?: string;
  /** How all payments of the parcel are known again in a later statement; none if they have no number or date. */
  readonly paymentReferences?: readonly string[];
  /** COD of the parcel that changes, in whole rupees; 0 if it was paid in part before. */
  readonly cod?: number;
};

export const cellsOf = (row: RowTable): RowCells => ({
  order_name: row.order_name,
  tracking_number: row.tracking_number,
  company: row.company,
  payment_status: row.payment_status,
  amount: row.amount,
  cod_amount: row.cod_amount,
  paid_date: row.paid_date,
  reference: row.reference,
});

export const waitingRows = (rows: readonly RowTable[]): WaitingRow[] =>
  rows
    .filter((row) => row.state === 'waiting')
    .map((row) => ({ position: row.position, cells: cellsOf(row), alsoSays: row.also_says }));

export const kindOf = (held: { readonly kind: string }): ImportKind => ImportKind.parse(held.kind);
