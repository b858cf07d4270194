import { Paging } from '@courierdesk/contract/paging';
import * as z from 'zod';

const text = z.string().optional().catch(undefined);

/** The address of the activity log. The page reads the filters (`auditFilterOf`), so that their schema loads with it. */
export const AuditSearch = Paging.extend({
  actor: text,
  group: text,
  query: text,
  from: text,
  to: text,
  /** The event whose details are open. */
  open: text,
});
export type AuditSearch = z.infer<typeof AuditSearch>;
