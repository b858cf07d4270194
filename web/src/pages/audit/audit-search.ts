import { Paging } from '@courierdesk/contract/paging';
import * as z from 'zod';
import { filterText, ifReadable } from '../../lib/url-filters.ts';

/** The URL of the activity log. */
export const AuditSearch = Paging.extend({
  actor: filterText,
  group: filterText,
  query: filterText,
  from: filterText,
  to: filterText,
  /** The event whose details are open. */
  open: ifReadable(z.string()),
});
export type AuditSearch = z.output<typeof AuditSearch>;
