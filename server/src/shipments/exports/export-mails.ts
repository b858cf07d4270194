import { countText } from '@courierdesk/contract/count-text';
import { formatFull } from '@courierdesk/contract/dates';
import { filterWords } from '@courierdesk/contract/filter-words';
import { ShipmentsQuery } from '@courierdesk/contract/shipment-filters';
import { composeMail, type MailBody } from '../../base/mail/compose-mail.ts';
import type { ExportRow } from './queries.ts';

type Mail = MailBody & { readonly subject: string };

export function readyMail(
  publicUrl: string,
  row: ExportRow,
  made: { orders: number; shopName: string; timeZone: string; expiresAt: Date },
): Mail {
  const orders = countText(made.orders, 'order');
  return {
    subject: `Your export of ${orders} is ready`,
    ...composeMail({
      shopName: made.shopName,
      paragraphs: [
        `${orders} of ${made.shopName} ${made.orders === 1 ? 'is' : 'are'} in the file ${row.file_name} (${whichOrders(row)}).`,
        `You can download it until ${formatFull(made.expiresAt, made.timeZone)}. You need to be signed in to ${made.shopName} and allowed to export orders.`,
      ],
      action: { label: 'Download the file', url: addressOf(publicUrl, row) },
      reason: reasonOf(row, made.shopName),
    }),
  };
}

export function failedMail(publicUrl: string, row: ExportRow, shopName: string): Mail {
  return {
    subject: 'Your export failed',
    ...composeMail({
      shopName,
      paragraphs: [
        `The export of ${countText(row.total, 'order')} of ${shopName} (${whichOrders(row)}) failed several times. Your orders are unchanged.`,
        'Please start it again. If it fails again, contact support.',
      ],
      action: { label: 'Open your exports', url: `${publicUrl}/dashboard/exports` },
      reason: reasonOf(row, shopName),
    }),
  };
}

const addressOf = (publicUrl: string, row: ExportRow): string => `${publicUrl}/dashboard/exports/${row.id}`;

function whichOrders(row: ExportRow): string {
  const words = filterWords(ShipmentsQuery.parse(row.query));
  if (words.length === 0) return 'all orders of the shop';
  return words.map(({ name, value }) => `${name}: ${value}`).join('; ');
}

const reasonOf = (row: ExportRow, shopName: string): string =>
  `You get this email because ${row.asked_by} of ${shopName} started an export in Courierdesk. The link works only after signing in.`;
