import type { BatchRowFields } from '@courierdesk/contract/batches';
import { cutText } from '@courierdesk/contract/cut-text';
import { startingWeight } from '@courierdesk/contract/weights';
import { itemsInWords } from '../store-orders/order-version.ts';
import { presentOrderData, type OrderDataParts } from '../store-orders/present.ts';
import { placeIn } from './place-row.ts';
import type { Prefill, RowDraft, RowFacts } from './row.ts';
import type { RowPreparationData } from './row-preparation-data.ts';

/** A new row as the booking form of its order would open. */
export function fillRow(parts: OrderDataParts, preparation: RowPreparationData): RowDraft {
  const { facts, version } = readOrder(parts);
  const accountId = parts.suggested.accountId;
  const fields: BatchRowFields = {
    ...facts.prefill,
    tracking_account: accountId,
    destination_city: '',
    consignee_phone3: '',
    weight: '',
    notify_customer: true,
    confirm_voided: false,
    confirm_returned: false,
  };
  const row: RowDraft = {
    fields,
    facts,
    version,
    destination_name: '',
    account_because: parts.suggested.because,
    edited: {},
    revision: 1,
    accepted: [],
    changes: [],
  };
  return placeIn(withWeight(row, preparation), preparation);
}

/** The weight that nobody set by hand: the store's, else that of the row's account, else the shop's default. */
export function withWeight(row: RowDraft, { accounts }: RowPreparationData): RowDraft {
  if ('weight' in row.edited) return row;
  const { store_weight: store, default_weight: shop } = row.facts;
  const account = accounts.get(row.fields.tracking_account)?.weight ?? 0;
  const { grams, source } = startingWeight([store], account, shop);
  return {
    ...row,
    fields: { ...row.fields, weight: grams === 0 ? '' : grams },
    facts: { ...row.facts, weight_source: source },
  };
}

/** What a row keeps of its order: what it shows, what the form would be filled with, and what stands in the way. */
export function readOrder(parts: OrderDataParts): { facts: RowFacts; version: string } {
  const data = presentOrderData(parts);
  const prefill: Prefill = {
    consignee_name: cutText(data.consignee_name, 4000),
    consignee_email: cutText(data.consignee_email, 4000),
    consignee_phone: cutText(data.consignee_phone || data.phone_as_written, 4000),
    consignee_phone2: data.consignee_phone2,
    consignee_address: cutText(data.consignee_address, 4000),
    products_list: cutText(data.products_list, 4000),
    remarks: data.remarks,
    cod_amount: data.cod_amount,
    pieces: data.pieces,
  };
  const items = data.line_items.map((line) => ({ title: line.product_title, quantity: line.current_quantity }));
  return {
    version: data.version,
    facts: {
      order_name: data.order_name,
      placed_at: data.createdAt,
      store_url: data.store_url,
      city: data.city,
      phone_as_written: data.phone_as_written,
      items: itemsInWords(items),
      total: data.total,
      payment: data.payment,
      earlier: data.earlier,
      state: parts.order.deleted_at === null ? data.state : 'gone',
      held_by: data.held_by && {
        shipment_id: data.held_by.shipment_id,
        tracking_number: data.held_by.tracking_number,
        company: data.held_by.company,
        returned: data.held_by.returned,
      },
      void_needed: data.void_needed?.tracking_number ?? null,
      rule_cities: parts.cityNames,
      assigned_account: parts.order.assigned_account_id,
      store_weight: data.store_weights.reduce((sum, grams) => sum + grams, 0),
      default_weight: data.default_weight,
      weight_source: data.weight_source,
      item_count: data.line_items.reduce((sum, line) => sum + line.current_quantity, 0),
      prefill,
      news: [],
    },
  };
}
