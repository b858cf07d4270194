import * as z from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { maxSearchLength, Pagination, Paging } from '../http/paging.ts';
import { Ticket } from '../shipments/labels.ts';
import { Day, Instant } from '../values/dates.ts';
import { Id } from '../values/ids.ts';
import { AuditGroup } from './audit-groups.ts';

/** The list reaches this many of the newest events that match. For older ones, choose a range of days. */
export const maxAuditEventsListed = 10_000;

/** Events of one CSV file. */
export const maxAuditEventsExported = 50_000;

/** Who changes something: a user, our background work, the store's webhooks, or a courier. */
export const AuditActorKind = z.enum(['user', 'job', 'webhook', 'courier']);
export type AuditActorKind = z.infer<typeof AuditActorKind>;

const Change = z.object({ field: z.string(), before: z.string(), after: z.string() });

/** Something that a person, a job or a webhook changed. */
export const AuditEvent = z.object({
  id: Id,
  at: Instant,
  actor: z.object({
    kind: AuditActorKind,
    /** Of a user. */
    id: Id.nullable(),
    /** As it was when it happened. */
    name: z.string(),
  }),
  action: z.string(),
  group: AuditGroup,
  /** `changed the COD of #1042 from Rs 1,200 to Rs 1,350`: follows the actor's name. */
  sentence: z.string(),
  subject: z.object({ kind: z.string(), id: z.string(), label: z.string() }),
  /** Changed fields only. Personal data is masked; secrets are never recorded. */
  changes: z.array(Change),
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Of a user; empty otherwise. */
  ip: z.string(),
  /** `Chrome on Windows`. Of a user; empty otherwise. */
  device: z.string(),
  request_id: z.string(),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

/** A user, or one of `job`, `webhook` and `courier`. */
export const AuditActor = z.union([z.enum(['job', 'webhook', 'courier']), Id]);

export const AuditFilter = z.object({
  actor: AuditActor.optional(),
  group: AuditGroup.optional(),
  /** An order name, a tracking number, a user's name or email, or an account's name. */
  query: z.string().trim().max(maxSearchLength).optional(),
  /** Days of the shop's time zone, both included. */
  from: Day.optional(),
  to: Day.optional(),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

export const getAuditEvents = endpoint({
  name: 'getAuditEvents',
  method: 'GET',
  path: '/audit-events',
  summary: 'Who changed what, newest first.',
  access: 'owner',
  query: AuditFilter.extend(Paging.shape),
  reply: Pagination.extend({
    data: z.array(AuditEvent),
    /** More events match than the list reaches; `total` is the most that it reaches. */
    more: z.boolean(),
  }),
});

export const getAuditActors = endpoint({
  name: 'getAuditActors',
  method: 'GET',
  path: '/audit-events/actors',
  summary: 'The users of the shop, deleted ones included, for the filter of the activity log.',
  access: 'owner',
  reply: z.object({ data: z.array(z.object({ id: Id, name: z.string(), deleted: z.boolean() })) }),
});

export const downloadAuditEvents = endpoint({
  name: 'downloadAuditEvents',
  method: 'POST',
  path: '/audit-events/csv',
  summary:
    'A ticket for a CSV file of the events that match, newest first: `GET /downloads/{ticket}`, once, within a minute.',
  access: 'owner',
  body: AuditFilter,
  reply: z.object({ ticket: Ticket, total: z.number().int() }),
  errors: ['cannot-export'],
});
