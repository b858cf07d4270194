import type { ImportKind } from '@courierdesk/contract/import-columns';
import { formatRupees } from '@courierdesk/contract/money';
import { countText } from '@courierdesk/contract/count-text';

export const kindName: Record<ImportKind, string> = {
  'payment-status': 'Payment status',
  'payment-statement': 'Courier statement',
  fulfilment: 'Bulk fulfilment',
};

/** The label of the preview's button, with the count once known. */
export function actionName(kind: ImportKind, n: number | undefined): string {
  if (kind === 'fulfilment') return n ? `Fulfil ${countText(n, 'order')}` : 'Fulfil';
  return n ? `Import ${countText(n, 'payment')}` : 'Import';
}

/** An amount as money, or the original text if it is not an amount. */
export const amountText = (cell: string): string => (/^-?\d+\.\d{2}$/.test(cell) ? formatRupees(cell) : cell);
