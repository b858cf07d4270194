import type { Paging } from '@courierdesk/contract/paging';
import {
  createShipmentTask,
  getShipmentTask,
  getShipmentTasks,
  dismissShipmentTask,
  retryShipmentTask,
  stopShipmentTask,
  type ShipmentTaskKind,
} from '@courierdesk/contract/shipment-tasks';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { queryClient } from './query-client.ts';
import type { Selection } from './shipments.ts';

const underWayMs = 1_000;
/** How soon actions of other people appear. */
const usualMs = 15_000;

export const shipmentTasksQuery = queryOptions({
  queryKey: ['shipment-tasks'],
  queryFn: async ({ signal }) => (await call(getShipmentTasks, { signal })).data,
  refetchInterval: ({ state }) => (state.data?.some((task) => !task.finished_at) ? underWayMs : usualMs),
});

export const shipmentTaskQuery = (id: string, paging: Paging) =>
  queryOptions({
    queryKey: ['shipment-tasks', id, paging],
    queryFn: ({ signal }) => call(getShipmentTask, { params: { id }, query: paging, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && !state.data.data.finished_at ? underWayMs : false),
  });

export async function startTask(kind: ShipmentTaskKind, selection: Selection) {
  const begun = await call(createShipmentTask, { body: { kind, selection } });
  await readAgain();
  return begun;
}

export async function retryTask(id: string): Promise<void> {
  await call(retryShipmentTask, { params: { id } });
  await readAgain();
}

export async function stopTask(id: string): Promise<void> {
  await call(stopShipmentTask, { params: { id } });
  await readAgain();
}

export async function dismissTask(id: string): Promise<void> {
  await call(dismissShipmentTask, { params: { id } });
  await readAgain();
}

const readAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['shipment-tasks'] });
