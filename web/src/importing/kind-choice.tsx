import type { ImportKind } from '@courierdesk/contract/import-columns';
import { SegmentedControl } from '@mantine/core';
import { kindName } from './import-words.ts';

const payments: readonly ImportKind[] = ['payment-status', 'payment-statement'];

/** What a file of payments is; a fulfilment file is nothing else. */
export function KindChoice({ kind, onKind }: { kind: ImportKind; onKind: (kind: ImportKind) => void }) {
  if (kind === 'fulfilment') return null;
  return (
    <SegmentedControl
      fullWidth
      aria-label="What the file is"
      data={payments.map((one) => ({ value: one, label: kindName[one] }))}
      value={kind}
      onChange={(value) => {
        const chosen = payments.find((one) => one === value);
        if (chosen) onKind(chosen);
      }}
    />
  );
}
