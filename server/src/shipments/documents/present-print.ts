import { LabelPrint, PrintKind, PrintNote } from '@courierdesk/contract/labels';
import * as z from 'zod';
import type { PrintRow } from './queries.ts';

export const presentPrint = (print: PrintRow): LabelPrint => ({
  id: print.id,
  state: LabelPrint.shape.state.parse(print.state),
  kind: PrintKind.parse(print.kind),
  done: print.done,
  total: print.total,
  notes: z.array(PrintNote).parse(print.notes),
  load_sheets: print.load_sheet_ids.length,
});
