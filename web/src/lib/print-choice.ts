import { PaperSize, PrintKind } from '@courierdesk/contract/labels';
import * as z from 'zod';

/** The last print settings of this browser: it usually has the same printer next time. */
const key = 'print_choice';

const PrintChoice = z.object({
  kind: PrintKind.catch('airway-bill'),
  /** Undefined: the shop's paper. */
  size: PaperSize.optional().catch(undefined),
});
export type PrintChoice = z.infer<typeof PrintChoice>;

export function storedPrintChoice(): PrintChoice {
  try {
    return PrintChoice.parse(JSON.parse(localStorage.getItem(key) ?? '{}'));
  } catch {
    return PrintChoice.parse({});
  }
}

export const storePrintChoice = (choice: PrintChoice): void => localStorage.setItem(key, JSON.stringify(choice));
