import { UnfinishedQuery } from '@courierdesk/contract/paging';
import type * as z from 'zod';
import { filterText } from '../../lib/url-filters.ts';

/** The URL of the list of batches. */
export const BatchesSearch = UnfinishedQuery.extend({ query: filterText, from: filterText, to: filterText });
export type BatchesSearch = z.output<typeof BatchesSearch>;
