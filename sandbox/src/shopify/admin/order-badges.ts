import type { Html } from '../../pages/html.ts';
import { html } from '../../pages/html.ts';
import { twoPlaces } from '../protocol/money.ts';
import type { StoredOrder } from '../platform/order.ts';
import { financialStatusOf, fulfillmentStatusOf } from '../platform/order.ts';

export function paymentBadge(order: StoredOrder): Html {
  const status = financialStatusOf(order);
  if (status === null) return html`<span class="badge">No payment status</span>`;
  const tone = status === 'PAID' ? 'ok' : status === 'PENDING' || status === 'PARTIALLY_PAID' ? 'warn' : '';
  return html`<span class="badge ${tone}">${statusText(status)}</span>`;
}

export function fulfillmentBadge(order: StoredOrder, now: Date): Html {
  if (order.deleted) return html`<span class="badge bad">Deleted</span>`;
  if (order.cancelledAt) return html`<span class="badge bad">Cancelled</span>`;
  const status = fulfillmentStatusOf(order, now);
  const tone = status === 'FULFILLED' ? 'ok' : 'warn';
  return html`<span class="badge ${tone}">${statusText(status)}</span>`;
}

export function statusText(status: string): string {
  const text = status.toLowerCase().replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function rupees(paisa: number): string {
  return `Rs ${Number(twoPlaces(paisa)).toLocaleString('en-US', { minimumFractionDigits: paisa % 100 === 0 ? 0 : 2 })}`;
}

export function timeText(iso: string): string {
  return new Date(iso).toLocaleString('en-GB', {
    timeZone: 'Asia/Karachi',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
}
