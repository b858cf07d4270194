import type { PaperSize, PrintKind } from '@courierdesk/contract/labels';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { shopLookQuery } from '../../api/shop-look.ts';
import { storedPrintChoice, storePrintChoice } from '../../lib/print-choice.ts';

/** What to print and on which paper. It starts with the shop's paper, unless this browser chose another. */
export function usePrintChoice() {
  const shopSize = useQuery(shopLookQuery).data?.labels.label_size ?? 'a4-4';
  const [choice, setChoice] = useState(storedPrintChoice);
  return {
    kind: choice.kind,
    size: choice.size ?? shopSize,
    chooseKind: (kind: PrintKind): void => setChoice({ ...choice, kind }),
    chooseSize: (size: PaperSize): void => setChoice({ ...choice, size }),
    /** Remembers the choice. The shop's paper is not remembered, so that the browser follows it when it changes. */
    remember: (size = choice.size): void =>
      storePrintChoice({ kind: choice.kind, size: size === shopSize ? undefined : size }),
  };
}
