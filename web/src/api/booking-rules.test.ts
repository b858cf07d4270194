import type { BookingRules } from '@courierdesk/contract/booking-rules';
import { expect, it } from 'vitest';
import { bookingRulesQuery, changeBookingRules } from './booking-rules.ts';
import { servePage } from './page-server.testing.ts';
import { queryClient } from './query-client.ts';

it('the courier rules that were just saved are shown, not those of a read that was answered after the save', async () => {
  const rules = (revision: number): BookingRules => ({ rules: [], fallback: null, revision });
  const reply = (revision: number): string =>
    JSON.stringify({ data: rules(revision), warnings: [], message: 'Courier rules saved' });
  const asked = Promise.withResolvers<void>();
  const saved = Promise.withResolvers<void>();
  const page = await servePage((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    if (request.method === 'PUT') return response.end(reply(2));
    asked.resolve();
    return void saved.promise.then(() => response.end(reply(1)));
  });
  page.stored.set('auth_token', 'secret');

  const reading = queryClient.fetchQuery(bookingRulesQuery).catch(() => undefined);
  await asked.promise;
  await changeBookingRules(rules(1));
  saved.resolve();
  await reading;
  expect(queryClient.getQueryData(bookingRulesQuery.queryKey)?.data.revision).toBe(2);

  queryClient.clear();
  page.close();
});
