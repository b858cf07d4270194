import { PaperSize, PrintKind } from '@courierdesk/contract/labels';
import * as z from 'zod';
import { stored } from './stored.ts';

const PrintChoice = z.object({
  kind: PrintKind.catch('airway-bill'),
  /** Undefined: the shop's paper. */
  size: PaperSize.optional().catch(undefined),
});
type PrintChoice = z.infer<typeof PrintChoice>;

/** The last print settings of this browser: it usually has the same printer next time. */
const choice = stored('local', 'print_choice', PrintChoice);

export const storedPrintChoice = (): PrintChoice => choice.read() ?? { kind: 'airway-bill' };

export const storePrintChoice = choice.write;
