import { Day } from '@courierdesk/contract/dates';
import { Paging } from '@courierdesk/contract/paging';
import * as z from 'zod';

/** What the Differences page shows, as its URL has it. `kind` is read by the page, to keep its names out of the first view. */
export const DifferencesSearch = Paging.extend({
  tab: z.enum(['open', 'dismissed', 'repairs']).default('open').catch('open'),
  kind: z.string().max(40).optional().catch(undefined),
  from: Day.optional().catch(undefined),
  to: Day.optional().catch(undefined),
});
export type DifferencesSearch = z.output<typeof DifferencesSearch>;
