import { maxBatchOrders } from '@courierdesk/contract/batches';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { createBatchOf } from '../../api/batches.ts';
import { assignAccountTo, loadSelectedOrders } from '../../api/store-orders.ts';
import { useIsHere } from '../../lib/use-is-here.ts';
import { missingOrdersText } from '../../parts/shipments/missing-orders-text.ts';
import { showErrorToast, showToast } from '../../ui/toasts/toast.ts';
import type { SelectedOrders } from './use-selected-orders.ts';
import { countText, formatCount } from '@courierdesk/contract/count-text';
import { inParts } from '@courierdesk/contract/in-parts';

export type BookingOfSelected = ReturnType<typeof useBookSelected>;
type Action = 'book' | 'merge' | 'assign';

/** Actions on the selected orders, ticked or all that match. Each ends the selection. */
export function useBookSelected(selected: SelectedOrders, list: string) {
  const navigate = useNavigate();
  const isHere = useIsHere();
  const action = useMutation({
    mutationFn: ({ work }: { name: Action; work: () => Promise<void> }) => work(),
    onSuccess: () => selected.clear(),
    onError: showErrorToast,
  });
  const run = (name: Action, work: () => Promise<void>): void => {
    if (!action.isPending) action.mutate({ name, work });
  };
  /** Ticked orders keep their order, also those that cannot be booked: the next page says why. */
  const ids = async (): Promise<string[]> => {
    if (!selected.all) return selected.ticked.map((order) => order.id);
    const found = await loadSelectedOrders(selected.selection());
    if (found.skipped > 0) showToast(`${countText(found.skipped, 'order')} cannot be booked now. We skipped them.`);
    return found.ids;
  };

  /** One order opens its form; several become a batch of separate parcels; very many become several batches. */
  const book = async (): Promise<void> => {
    const [first, ...others] = await ids();
    if (!first) return;
    if (others.length === 0) {
      if (isHere()) await navigate({ to: '/dashboard/order/book', search: { id: first, list } });
      return;
    }
    const all = [first, ...others];
    const made: string[] = [];
    const missing: string[] = [];
    for (const part of inParts(all, maxBatchOrders)) {
      const batch = await createBatchOf(part);
      made.push(batch.data.id);
      missing.push(...batch.missing);
    }
    if (missing.length > 0) showToast(missingText(missing), { error: true });
    const [only, ...more] = made;
    if (only && more.length === 0 && isHere())
      return navigate({ to: '/dashboard/batches/$batchId', params: { batchId: only } });
    const batches = made.length === 1 ? 'a batch' : `${made.length} batches`;
    showToast(`Created ${batches} for ${formatCount(all.length - missing.length)} orders.`);
    if (isHere()) await navigate({ to: '/dashboard/batches' });
  };
  /** Ticked orders by name; of all that match, only the ids are known. */
  const missingText = (missing: readonly string[]): string =>
    missingOrdersText(missing.map((id) => selected.ticked.find((order) => order.id === id)?.order_name ?? id));
  const merge = async (): Promise<void> => {
    const search = { 'ids[]': await ids(), list };
    if (isHere()) await navigate({ to: '/dashboard/merge-orders', search });
  };
  const assign = async (accountId: string | null, name: string): Promise<void> => {
    const assigned = await assignAccountTo(selected.selection(), accountId);
    showToast(
      accountId === null
        ? `${countText(assigned, 'order')} will use the courier rules again.`
        : `${countText(assigned, 'order')} will be booked with ${name}.`,
    );
  };
  return {
    working: action.isPending ? action.variables.name : undefined,
    book: () => selected.canBook && run('book', book),
    merge: () => selected.canMerge && run('merge', merge),
    assign: (accountId: string | null, name: string) => run('assign', () => assign(accountId, name)),
  };
}
