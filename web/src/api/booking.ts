import { getEarlierParcels, getOrderFromShopify, getOrdersFromShopify } from '@courierdesk/contract/order-data';
import { bookOrder, bookOrders } from '@courierdesk/contract/booking';
import { getCities } from '@courierdesk/contract/courier-accounts';
import { cutText } from '@courierdesk/contract/cut-text';
import type { BodyInput, ReplyOf } from '@courierdesk/contract/endpoint';
import { getShipment } from '@courierdesk/contract/shipments';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { cacheTime, queryClient, readOnce } from './query-client.ts';

/** Longer than a booking can wait for a free slot, the courier and the store together. */
const bookingTimeoutMs = 150_000;
/** The server calls the store or the courier first. */
const askingTimeoutMs = 60_000;
const pollMs = 2_000;

/** Refetched from the store each time a booking form opens. */
export const orderDataQuery = (ref: string) =>
  queryOptions({
    queryKey: ['booking', 'order', ref],
    queryFn: ({ signal }) => call(getOrderFromShopify, { params: { id: ref }, signal, timeoutMs: askingTimeoutMs }),
    staleTime: readOnce,
    gcTime: 0,
  });

/** What became of earlier parcels to a phone number that a person typed. */
export const earlierParcelsQuery = (phone: string) =>
  queryOptions({
    queryKey: ['booking', 'earlier-parcels', phone],
    queryFn: ({ signal }) => call(getEarlierParcels, { query: { phone }, signal }),
    staleTime: cacheTime.accounts,
  });

/** Several orders for one consignment, refetched each time their form opens. */
export const mergedOrdersQuery = (refs: readonly string[]) =>
  queryOptions({
    queryKey: ['booking', 'merge', refs],
    queryFn: ({ signal }) =>
      call(getOrdersFromShopify, { query: { id: refs.join(',') }, signal, timeoutMs: askingTimeoutMs }),
    staleTime: readOnce,
    gcTime: 0,
  });

export const citiesQuery = (account: string, spelling: string) =>
  queryOptions({
    queryKey: ['cities', account, spelling],
    queryFn: ({ signal }) =>
      call(getCities, {
        params: { id: account },
        query: { spelling: cutText(spelling, 200) || undefined },
        signal,
        timeoutMs: askingTimeoutMs,
      }),
    staleTime: cacheTime.accounts,
    gcTime: cacheTime.accounts,
  });

/** Books once per key: the same key and body return the same booking. */
export const bookStoreOrder = async (body: BodyInput<typeof bookOrder>, key: string) =>
  settled(await call(bookOrder, { body, ...bookingCall(key) }));

/** The same for several orders in one consignment. */
export const bookStoreOrders = async (body: BodyInput<typeof bookOrders>, key: string) =>
  settled(await call(bookOrders, { body, ...bookingCall(key) }));

const bookingCall = (key: string) => ({
  headers: { 'idempotency-key': key },
  timeoutMs: bookingTimeoutMs,
});

function settled(reply: ReplyOf<typeof bookOrder>): ReplyOf<typeof bookOrder> {
  queryClient.setQueryData(shipmentQuery(reply.data.id).queryKey, { data: reply.data, message: '' });
  for (const queryKey of [['store-orders'], ['orders'], ['dashboard'], ['cities'], ['subscription']])
    void queryClient.invalidateQueries({ queryKey });
  return reply;
}

/** One shipment, refetched every two seconds until its booking and the store update are settled. */
export const shipmentQuery = (id: string) =>
  queryOptions({
    queryKey: ['shipments', 'confirmation', id],
    queryFn: ({ signal }) => call(getShipment, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isBookingUnderWay(state.data.data) ? pollMs : false),
  });

function isBookingUnderWay({ booking_state, store }: ReplyOf<typeof getShipment>['data']): boolean {
  if (booking_state === 'rejected' || booking_state === 'released') return false;
  return booking_state !== 'booked' || store.state === 'under-way';
}
