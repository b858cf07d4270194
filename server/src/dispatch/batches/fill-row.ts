import type { BatchRowFields } from '@courierdesk/contract/batch';
import { cutText } from '@courierdesk/contract/cut-text';
import { startingWeight } from '@courierdesk/contract/weights';
import { describeItems } from '../../shipments/record/describe-items.ts';
import { presentOrderData, type OrderForBooking } from '../../store/orders/present.ts';
import { matchRowCity } from './match-row-city.ts';
import type { Prefill, RowDraft, RowFacts } from './row.ts';
import type { PreparationData } from './preparation-data.ts';

/** Fills a new row with the values that the booking form of its order would show. */
export function fillRow(parts: OrderForBooking, preparation: PreparationData): RowDraft {
  const { facts, version } = orderDataOfRow(parts);
  const accountId = parts.suggested.accountId;
  const fields: BatchRowFields = {
    ...facts.prefill,
    tracking_account: accountId,
    destination_city: '',
    consignee_phone3: '',
    weight: '',
    notify_customer: true,
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
  return matchRowCity(applyStartingWeight(row, preparation), preparation);
}

/** Sets the weight unless a person did: the store's, otherwise the row's account's, otherwise the shop's default. */
export function applyStartingWeight(row: RowDraft, { accounts }: PreparationData): RowDraft {
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

/** The data of its order that a row stores: what it shows, the form's starting values, and what blocks its booking. */
export function orderDataOfRow(parts: OrderForBooking): { facts: RowFacts; version: string } {
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
      items: describeItems(items),
      total: data.total,
      currency: data.currency,
      payment: data.payment,
      earlier: data.earlier,
      state: parts.order.deleted_at === null ? data.state : 'gone',
      held_by: data.held_by && {
        shipment_id: data.held_by.shipment_id,
        tracking_number: data.held_by.tracking_number,
        company: data.held_by.company,
        returned: data.held_by.returned,
      },
      void_needed: data.void_needed,
      rule_cities: parts.cityNames,
      assigned_account: parts.order.assigned_account_id,
      suggested: parts.suggested,
      store_weight: data.store_weights.reduce((sum, grams) => sum + grams, 0),
      default_weight: data.default_weight,
      weight_source: data.weight_source,
      item_count: data.line_items.reduce((sum, line) => sum + line.current_quantity, 0),
      prefill,
      outstanding: data.outstanding,
      issues: data.issues,
      corrections: data.corrections,
      news: [],
    },
  };
}
