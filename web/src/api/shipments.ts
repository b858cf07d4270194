import type { ReplyOf } from '@courierdesk/contract/endpoint';
import { describeSelection, type SelectedShipments } from '@courierdesk/contract/shipment-selection';
import type { ShipmentsQuery } from '@courierdesk/contract/shipment-filters';
import {
  cancelBooking,
  deleteOrder,
  getAllOrders,
  getFilterChoices,
  getFilterTotals,
  trackOrder,
} from '@courierdesk/contract/shipments';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type CallInput } from './client.ts';
import { queryClient } from './query-client.ts';

/** Longer than the server waits for a courier. */
const courierTimeoutMs = 60_000;
/** Within this time, we ask the courier about the same parcel again only when a person requests it. */
const liveForMs = 60_000;
const pollMs = 2_000;

export type TrackedShipment = ReplyOf<typeof trackOrder>;

export const shipmentsQuery = (query: ShipmentsQuery) =>
  queryOptions({
    queryKey: ['orders', 'list', query],
    queryFn: ({ signal }) => call(getAllOrders, { query, signal }),
    placeholderData: keepPreviousData,
  });

/** How many orders there would be without each filter. */
export const filterTotalsQuery = (query: ShipmentsQuery) =>
  queryOptions({
    queryKey: ['orders', 'filter-totals', query],
    queryFn: async ({ signal }) => (await call(getFilterTotals, { query, signal })).data,
  });

/** Cities and couriers of past parcels. */
export const filterChoicesQuery = queryOptions({
  queryKey: ['filter-choices'],
  queryFn: async ({ signal }) => (await call(getFilterChoices, { signal })).data,
  staleTime: 300_000,
});

export type Selection = CallInput<typeof describeSelection>['body']['selection'];

/** What a selection contains now, and which actions are possible. */
export async function loadSelection(selection: Selection): Promise<SelectedShipments> {
  return (await call(describeSelection, { body: { selection } })).data;
}

/** Two couriers may use the same number: then the id says which shipment it is, otherwise it is the newest. */
type ShipmentOfNumber = { number: string; id: string | undefined };

/** What we know about a shipment, refetched until its cancellation and the store update are settled. */
export const knownShipmentQuery = ({ number, id }: ShipmentOfNumber) =>
  queryOptions({
    queryKey: ['orders', 'known', number, id],
    queryFn: ({ signal }) =>
      call(trackOrder, { params: { id: number }, query: { stored: 'true', shipment: id }, signal }),
    refetchInterval: ({ state }) => (state.data && isShipmentUnderWay(state.data) ? pollMs : false),
  });

/** Asks the courier now, and caches the answer as the known shipment. */
export const liveShipmentQuery = ({ number, id }: ShipmentOfNumber) =>
  queryOptions({
    queryKey: ['courier-look-up', number, id],
    queryFn: async ({ signal }) => {
      const reply = await call(trackOrder, {
        params: { id: number },
        query: { shipment: id },
        signal,
        timeoutMs: courierTimeoutMs,
      });
      queryClient.setQueryData(knownShipmentQuery({ number, id }).queryKey, reply);
      // Opening a parcel is no reason to move the list behind it, so it is no invalidation.
      void queryClient.refetchQueries({ queryKey: ['orders', 'list'], type: 'active' });
      return { at: new Date().toISOString() };
    },
    staleTime: liveForMs,
    gcTime: liveForMs,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export async function cancelShipment({ id, number }: { id: string; number: string }) {
  const reply = await call(cancelBooking, {
    params: { trackingNumber: number },
    query: { shipment: id },
    timeoutMs: courierTimeoutMs,
  });
  void shipmentsChanged();
  return reply;
}

export async function removeOrder(orderId: string): Promise<string> {
  const { message } = await call(deleteOrder, { body: { orderId } });
  // We do not refetch the open panel: it is about to close.
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [first, second] }) => first === 'orders' && second !== 'known',
  });
  void queryClient.invalidateQueries({ queryKey: ['dashboard'] });
  return message;
}

/** Refetches everything that shows shipments. */
export async function shipmentsChanged(): Promise<void> {
  for (const queryKey of [['store-orders'], ['dashboard'], ['booking']])
    void queryClient.invalidateQueries({ queryKey });
  await queryClient.invalidateQueries({ queryKey: ['orders'] });
}

function isShipmentUnderWay({ shipment }: TrackedShipment): boolean {
  return shipment.booking_state === 'cancelling' || shipment.store.state === 'under-way';
}
