import * as z from 'zod';
import { Instant } from '../values/dates.ts';

/** What was printed of a parcel. A cancel does not take paper back. */
export const PrintedPapers = z.object({
  /** When its airway bill was last printed, and how often. */
  printed: z.object({ at: Instant, times: z.number().int() }).nullable(),
  /** The newest load sheet it is on. */
  load_sheet: z.object({ number: z.number().int(), handed_over_at: Instant.nullable() }).nullable(),
});
export type PrintedPapers = z.infer<typeof PrintedPapers>;
