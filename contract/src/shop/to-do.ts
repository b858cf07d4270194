import * as z from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Instant } from '../values/dates.ts';

/** What waits for people: first what cannot wait, then the order of the day's work. */
export const ToDoKind = z.enum([
  'late-parcels',
  'failed-attempts',
  'refused-credentials',
  'uncertain-bookings',
  'failed-store-updates',
  'other-cases',
  'left-off-load-sheet',
  'differences',
  'ready-to-book',
  'needs-a-look',
  'unprinted-labels',
  'no-load-sheet',
  'not-picked-up',
  'stuck',
  'unchecked',
  'missing-payments',
  'unfinished-batches',
  'unfinished-imports',
]);
export type ToDoKind = z.infer<typeof ToDoKind>;

const ToDoItem = z.object({
  kind: ToDoKind,
  count: z.number().int(),
  oldest_at: Instant.nullable(),
  /** Whole rupees that are not paid yet; only of late parcels, failed delivery attempts and missing payments. */
  amount: z.number().int().nullable(),
});

export const getToDoItems = endpoint({
  name: 'getToDoItems',
  method: 'GET',
  path: '/to-do-items',
  summary:
    'What waits for people: how many, since when the oldest, and the money at stake. Only kinds with at least one, and that the caller may open.',
  access: ['READ_ANALYTICS'],
  reply: z.object({
    data: z.array(ToDoItem),
    /**
     * Items of kinds that version 0.2.0 does not know: its pages may be open during an upgrade, and an unknown kind in `data` breaks
     * them. Absent in replies of version 0.2.0.
     */
    more: z.array(ToDoItem).optional(),
    /** Open cases that we are still resolving. */
    resolving: z.number().int(),
  }),
});

export const ChecklistStep = z.enum(['courier', 'settings', 'booking', 'printing', 'colleague']);
export type ChecklistStep = z.infer<typeof ChecklistStep>;

export const getChecklist = endpoint({
  name: 'getChecklist',
  method: 'GET',
  path: '/checklist-steps',
  summary: 'The first steps of a new shop. Empty once all are done or the checklist is hidden.',
  access: ['READ_ANALYTICS'],
  reply: z.object({
    data: z.array(z.object({ step: ChecklistStep, done: z.boolean() })),
    /** Nothing was ever booked: there are no figures yet. */
    is_new: z.boolean(),
  }),
});

export const saveChecklistStep = endpoint({
  name: 'saveChecklistStep',
  method: 'POST',
  path: '/checklist-steps',
  summary: 'Ticks the step that only a person can confirm (`settings`), or hides the checklist (`hidden`).',
  access: ['WRITE_SETTINGS'],
  body: z.strictObject({ step: z.enum(['settings', 'hidden']) }),
  reply: z.object({ message: z.string() }),
});
