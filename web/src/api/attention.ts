import {
  getAttention,
  resolveShipment,
  type AttentionItem,
  type AttentionQuery,
  type Resolution,
} from '@courierdesk/contract/attention';
import { getShipment } from '@courierdesk/contract/shipments';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { attentionCountQuery } from './attention-count.ts';
import { call } from './client.ts';
import { queryClient } from './query-client.ts';
import { shipmentsChanged } from './shipments.ts';

/** How often the page refetches while something is in progress, and otherwise. */
const underWayMs = 5_000;
const usualMs = 30_000;
/** The server may call the courier and the store first. */
const decisionTimeoutMs = 90_000;

export const attentionQuery = (asked: AttentionQuery) =>
  queryOptions({
    queryKey: ['orders', 'attention', asked],
    queryFn: async ({ signal }) => {
      const reply = await call(getAttention, { query: asked, signal });
      if (!asked.about) queryClient.setQueryData(attentionCountQuery.queryKey, reply);
      return reply;
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isCaseUnderWay) ? underWayMs : usualMs),
  });

/** The result of a booking whose case is closed. */
export const fetchBookingResult = async (shipmentId: string) =>
  (await call(getShipment, { params: { id: shipmentId } })).data;

export async function resolveCase(shipmentId: string, resolution: Resolution) {
  const reply = await call(resolveShipment, {
    params: { id: shipmentId },
    body: resolution,
    timeoutMs: decisionTimeoutMs,
  });
  await shipmentsChanged();
  return reply;
}

/** Whether the server is still working on this case. */
const isCaseUnderWay = (item: AttentionItem): boolean =>
  item.next_look_at !== null ||
  item.booking_state === 'claimed' ||
  item.booking_state === 'asking' ||
  item.booking_state === 'cancelling';
