import type { BatchRowFields, BatchRowState, Doubt, DoubtCode } from '@courierdesk/contract/batches';
import type { OrderData } from '@courierdesk/contract/booking';
import type { WeightSource } from '@courierdesk/contract/weights';
import type { Selectable } from 'kysely';
import type { BatchRow } from '../db/schema.ts';
import type { OrderChange } from '../store-orders/order-version.ts';

/** The cells that the store fills. */
export type Prefill = Pick<
  BatchRowFields,
  | 'consignee_name'
  | 'consignee_email'
  | 'consignee_phone'
  | 'consignee_phone2'
  | 'consignee_address'
  | 'products_list'
  | 'remarks'
  | 'cod_amount'
  | 'pieces'
>;

/** What was known of the store order when the row was filled, and is not changed by people. */
export type RowFacts = {
  readonly order_name: string;
  readonly placed_at: string;
  readonly store_url: string;
  readonly city: string;
  readonly phone_as_written: string;
  readonly items: string;
  readonly total: string;
  readonly payment: OrderData['payment'];
  readonly earlier: OrderData['earlier'];
  readonly state: OrderData['state'] | 'gone';
  readonly held_by: { shipment_id: string; tracking_number: string | null; company: string; returned: boolean } | null;
  readonly void_needed: string | null;
  /** Names of its city that courier rules go by. */
  readonly rule_cities: readonly string[];
  /** The account that a person chose for the order before; rows of older batches do not have it. */
  readonly assigned_account?: string | null;
  /** Grams of what is shipped, as the store knows it; 0 when it does not. */
  readonly store_weight: number;
  /** Grams: the shop's default. */
  readonly default_weight: number;
  /** Where the row's weight comes from, while no person set it. */
  readonly weight_source: WeightSource;
  /** Pieces of all items that are shipped. */
  readonly item_count: number;
  readonly prefill: Prefill;
  /** What the store changed under people's eyes, until someone has seen it. */
  readonly news: readonly OrderChange[];
  /** In state `changed`: what the store says now, which a person may take over. */
  readonly fresh?: { readonly version: string; readonly prefill: Prefill; readonly city: string } | undefined;
};

/** What a person sees of a row and what is judged; the rest of the table's row is the worker's. */
export type RowContent = {
  readonly fields: BatchRowFields;
  readonly destination_name: string;
  readonly account_because: string;
  readonly edited: Readonly<Record<string, number>>;
  readonly revision: number;
  readonly facts: RowFacts;
  readonly version: string;
  readonly accepted: readonly DoubtCode[];
  readonly changes: readonly OrderChange[];
  readonly doubts: readonly Doubt[];
};

/** A row before its doubts are judged. */
export type RowDraft = Omit<RowContent, 'doubts'>;

export type Row = Omit<Selectable<BatchRow>, keyof RowContent | 'state'> &
  RowContent & { readonly state: BatchRowState };

/** Nobody but the writers of this folder puts anything into these columns. */
export const rowFrom = (row: Selectable<BatchRow>): Row => row as unknown as Row;

/** Cells of such rows can be changed. */
export const isEditable = (state: BatchRowState): boolean =>
  state === 'draft' || state === 'left-out' || state === 'failed' || state === 'changed';

/** Nothing keeps it from being booked. */
export const isSound = (doubts: readonly Doubt[]): boolean => doubts.every((doubt) => doubt.level === 'hint');
