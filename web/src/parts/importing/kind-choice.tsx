import type { ImportKind } from '@courierdesk/contract/import-columns';
import { SegmentedControl } from '@mantine/core';
import { kindName } from './import-texts.ts';

const payments: readonly ImportKind[] = ['payment-status', 'payment-statement'];

/** Chooses the kind of a payments file; a fulfilment file has only one kind. */
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
