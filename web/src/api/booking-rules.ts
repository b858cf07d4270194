import { getBookingRules, saveBookingRules } from '@courierdesk/contract/booking-rules';
import type { BodyInput } from '@courierdesk/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { queryClient } from './query-client.ts';

export const bookingRulesQuery = queryOptions({
  queryKey: ['settings', 'courier-rules'],
  queryFn: ({ signal }) => call(getBookingRules, { signal }),
});

export async function changeBookingRules(body: BodyInput<typeof saveBookingRules>) {
  const reply = await call(saveBookingRules, { body });
  // A read that is still under way has the rules from before.
  await queryClient.cancelQueries({ queryKey: bookingRulesQuery.queryKey });
  queryClient.setQueryData(bookingRulesQuery.queryKey, { data: reply.data, warnings: reply.warnings });
  return reply;
}
