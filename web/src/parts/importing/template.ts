import { fieldsOf, type ImportKind } from '@courierdesk/contract/import-columns';

const examples: Record<ImportKind, readonly (readonly string[])[]> = {
  'payment-status': [
    ['LE750000001', 'PAID', 'Leopards'],
    ['779412323079', 'UNPAID', 'TCS'],
  ],
  'payment-statement': [['LE750000001', '2450', '2450', 'Paid', '05/11/2026', 'CPR-1234']],
  fulfilment: [
    ['#1001', 'LE750000001', 'Leopards'],
    ['#1002', '779412323079', 'TCS'],
  ],
};

const names: Record<ImportKind, string> = {
  'payment-status': 'payment-status-template.csv',
  'payment-statement': 'statement-template.csv',
  fulfilment: 'fulfilment-template.csv',
};

/** A file to fill in, with example lines. */
function templateOf(kind: ImportKind): { name: string; text: string } {
  const lines = [fieldsOf[kind].map(({ label }) => label), ...examples[kind]];
  return { name: names[kind], text: `\ufeff${lines.map((cells) => `${cells.join(',')}\r\n`).join('')}` };
}

/** The browser saves it; the page stays open. */
export function downloadTemplate(kind: ImportKind): void {
  const { name, text } = templateOf(kind);
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
