import * as z from 'zod';
import { Instant } from '../values/dates.ts';
import { endpoint } from '../http/endpoint.ts';
import { Id, IdParams } from '../values/ids.ts';
import { Paging, Pagination } from '../http/paging.ts';
import { selectionBodyLimit, ShipmentSelection } from './shipment-selection.ts';

/** What is done with many parcels in the background, each as it would be done alone. */
export const ShipmentTaskKind = z.enum(['track', 'cancel']);
export type ShipmentTaskKind = z.infer<typeof ShipmentTaskKind>;

/** `under-way`: the courier did not answer clearly; the worker continues. */
export const TaskRowState = z.enum(['waiting', 'under-way', 'done', 'failed', 'stopped']);
export type TaskRowState = z.infer<typeof TaskRowState>;

export const ShipmentTask = z.object({
  id: Id,
  kind: ShipmentTaskKind,
  asked_by: z.string(),
  created_at: Instant,
  /** Null while there is something left to do. */
  finished_at: Instant.nullable(),
  total: z.number().int(),
  /** Parcels in each state. */
  counts: z.record(TaskRowState, z.number().int()),
});
export type ShipmentTask = z.infer<typeof ShipmentTask>;

export const ShipmentTaskRow = z.object({
  shipment_id: Id,
  order_name: z.string(),
  tracking_number: z.string(),
  state: TaskRowState,
  /** The result, or the courier's words. */
  message: z.string(),
});
export type ShipmentTaskRow = z.infer<typeof ShipmentTaskRow>;

export const createShipmentTask = endpoint({
  name: 'createShipmentTask',
  method: 'POST',
  path: '/shipment-tasks',
  summary: 'Tracks or cancels many parcels in the background. Parcels that it makes no sense for are passed over.',
  access: ['WRITE_ORDERS', 'UPDATE_ORDERS'],
  body: z.object({ kind: ShipmentTaskKind, selection: ShipmentSelection }),
  bodyLimit: selectionBodyLimit,
  mayBeUnderWay: true,
  reply: z.object({ data: ShipmentTask, message: z.string() }),
  errors: ['not-found', 'cannot-cancel', 'conflict'],
});

export const getShipmentTasks = endpoint({
  name: 'getShipmentTasks',
  method: 'GET',
  path: '/shipment-tasks',
  summary: 'Running tasks of the shop, and tasks that ended within a day and were not dismissed; newest first.',
  access: ['READ_ORDERS'],
  reply: z.object({ data: z.array(ShipmentTask) }),
});

export const getShipmentTask = endpoint({
  name: 'getShipmentTask',
  method: 'GET',
  path: '/shipment-tasks/:id',
  summary: 'A task and its parcels: failed ones first, then those under way, waiting, and done.',
  access: ['READ_ORDERS'],
  params: IdParams,
  query: Paging,
  reply: z.object({ data: ShipmentTask, rows: z.array(ShipmentTaskRow), pagination: Pagination }),
  errors: ['not-found'],
});

export const retryShipmentTask = endpoint({
  name: 'retryShipmentTask',
  method: 'POST',
  path: '/shipment-tasks/:id/retry',
  summary: 'Does the failed ones again.',
  access: ['WRITE_ORDERS', 'UPDATE_ORDERS'],
  params: IdParams,
  reply: z.object({ data: ShipmentTask }),
  errors: ['not-found', 'conflict'],
});

export const stopShipmentTask = endpoint({
  name: 'stopShipmentTask',
  method: 'POST',
  path: '/shipment-tasks/:id/stop',
  summary: 'Leaves the parcels that wait as they are. What has begun is not undone.',
  access: ['WRITE_ORDERS', 'UPDATE_ORDERS'],
  params: IdParams,
  reply: z.object({ data: ShipmentTask }),
  errors: ['not-found'],
});

export const dismissShipmentTask = endpoint({
  name: 'dismissShipmentTask',
  method: 'DELETE',
  path: '/shipment-tasks/:id',
  summary: 'Takes a task that has ended off the orders page, for everyone.',
  access: ['WRITE_ORDERS', 'UPDATE_ORDERS'],
  params: IdParams,
  reply: z.object({ message: z.string() }),
  errors: ['not-found', 'conflict'],
});
