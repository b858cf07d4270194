import { dayOf } from '@courierdesk/contract/dates';
import type { SavedView } from '@courierdesk/contract/order-views';
import { redirect } from '@tanstack/react-router';
import { orderViewsQuery } from '../../../api/order-views.ts';
import { queryClient } from '../../../api/query-client.ts';
import { serverNow } from '../../../lib/server-time.ts';
import { loadedSession } from '../../../session/session.ts';
import { isOrderView, searchOfView } from './view-search.ts';

/** Opens the person's default view when the URL of the orders page has no search. */
export async function openFirstView(): Promise<void> {
  const { user } = await loadedSession();
  // Without a response, the whole list is shown: views are optional.
  const views = await queryClient.ensureQueryData(orderViewsQuery).catch((): SavedView[] => []);
  const first = views.filter(isOrderView).find((view) => view.is_default);
  if (!user || !first) return;
  const today = dayOf(new Date(serverNow()), user.shop.iana_time_zone);
  throw redirect({ to: '/dashboard/orders', search: searchOfView(first, today), replace: true });
}
