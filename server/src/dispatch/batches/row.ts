import type { BatchRowFields, BatchRowState, RowIssue } from '@courierdesk/contract/batch';
import { BookingFields } from '@courierdesk/contract/booking';
import type { Confirmation, Issue } from '@courierdesk/contract/issues';
import type { Correction, OrderData } from '@courierdesk/contract/order-data';
import type { WeightSource } from '@courierdesk/contract/weights';
import type { Selectable } from 'kysely';
import type { BatchRow } from '../../base/db/schema.ts';
import type { ChosenAccount } from '../../shop/booking-rules/choose-account.ts';
import type { OrderChange } from '../../store/orders/order-version.ts';

/** The cells that are filled from the store. */
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

/** The store order's data when the row was filled. People do not change it. */
export type RowFacts = {
  readonly order_name: string;
  readonly placed_at: string;
  readonly store_url: string;
  readonly city: string;
  readonly phone_as_written: string;
  readonly items: string;
  readonly total: string;
  /** Absent in rows of version 0.2.0. */
  readonly currency?: string;
  readonly payment: OrderData['payment'];
  readonly earlier: OrderData['earlier'];
  /** The phone that `earlier` counts; that of the store when absent. */
  readonly earlier_of?: string;
  readonly state: OrderData['state'] | 'gone';
  readonly held_by: { shipment_id: string; tracking_number: string | null; company: string; returned: boolean } | null;
  readonly void_needed: OrderData['void_needed'];
  /** Names of its city that courier rules are matched with. */
  readonly rule_cities: readonly string[];
  /** The account that a person assigned to the order; rows of older batches do not have it. */
  readonly assigned_account?: string | null;
  /** The account that assignment, rules and default choose for the row now; rows of older batches do not have it. */
  readonly suggested?: ChosenAccount;
  /** Weight of the shipped items in the store, in grams; 0 if the store has none. */
  readonly store_weight: number;
  /** The shop's default, in grams. */
  readonly default_weight: number;
  /** Where the row's weight comes from, unless a person set it. */
  readonly weight_source: WeightSource;
  /** Total quantity of the shipped items. */
  readonly item_count: number;
  readonly prefill: Prefill;
  /** What is still to pay for the order, in rupees; rows of older batches do not have it. */
  readonly outstanding?: string;
  /** What the store says of the order; rows of older batches do not have it. */
  readonly issues?: readonly Issue[];
  /** What people entered for the order elsewhere; rows of older batches do not have it. */
  readonly corrections?: readonly Correction[];
  /** What the store said for an edited cell when a person entered it, by cell. */
  readonly bases?: Readonly<Record<string, unknown>> | undefined;
  /** Revision of the last write that no person made, by cell: the store's. `left_out`: of being left out or taken back in. */
  readonly written?: Readonly<Record<string, number>> | undefined;
  /** Changes in the store that no person has accepted yet. */
  readonly news: readonly OrderChange[];
  /** In state `changed`: what the order says now. A person can take its values. */
  readonly fresh?: { readonly version: string; readonly facts: Omit<RowFacts, 'fresh'> } | undefined;
};

/** In whole rupees; 0 while the cell does not hold a valid amount. */
export const wholeCodOf = ({ cod_amount }: Pick<BatchRowFields, 'cod_amount'>): number =>
  BookingFields.shape.cod_amount.safeParse(cod_amount).data ?? 0;

/** What is to be collected for the row's parcel, in whole rupees; null when the order is in another currency. */
export const proposedCod = ({ issues, prefill }: Pick<RowFacts, 'issues' | 'prefill'>): number | null =>
  issues?.some(({ code }) => code === 'other-currency') ? null : Number(prefill.cod_amount);

/** The columns that people see and that are checked. The worker owns the other columns. */
export type RowContent = {
  readonly fields: BatchRowFields;
  readonly destination_name: string;
  readonly account_because: string;
  readonly edited: Readonly<Record<string, number>>;
  readonly revision: number;
  readonly facts: RowFacts;
  readonly version: string;
  readonly accepted: readonly Confirmation[];
  readonly changes: readonly OrderChange[];
  readonly issues: readonly RowIssue[];
};

/** A row before its issues are found. */
export type RowDraft = Omit<RowContent, 'issues'>;

export type Row = Omit<Selectable<BatchRow>, keyof RowContent | 'state'> &
  RowContent & { readonly state: BatchRowState };

/** Trusts the JSON columns, because only this folder writes them. */
export const rowFrom = (row: Selectable<BatchRow>): Row => row as unknown as Row;

export const isEditable = (state: BatchRowState): boolean =>
  state === 'draft' || state === 'left-out' || state === 'failed' || state === 'changed';

/** No issue blocks the booking. */
export const isBookable = (issues: readonly RowIssue[]): boolean => issues.every((issue) => issue.level === 'info');

/** The courier of the row has sent no list of cities yet. */
export const lacksCities = ({ state, issues }: Pick<Row, 'state' | 'issues'>): boolean =>
  state !== 'left-out' && issues.some(({ code }) => code === 'city-list-unavailable');
