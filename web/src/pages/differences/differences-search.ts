import { Paging } from '@courierdesk/contract/paging';
import * as z from 'zod';
import { filterText } from '../../lib/url-filters.ts';

/** The URL of the Differences page. */
export const DifferencesSearch = Paging.extend({
  tab: z.enum(['open', 'dismissed', 'repairs']).default('open').catch('open'),
  kind: filterText,
  from: filterText,
  to: filterText,
});
export type DifferencesSearch = z.output<typeof DifferencesSearch>;
