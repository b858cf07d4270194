import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { makeBatch } from '../../api/batches.ts';
import { messageOf } from '../../lib/failures.ts';
import { showToast } from '../../ui/toast.ts';
import type { SelectedOrders } from './use-selected-orders.ts';

/** One order goes to its form; several become a batch, each a parcel of its own. */
export function useBookSelected({ orders, mayBook }: SelectedOrders) {
  const navigate = useNavigate();
  const busy = useRef(false);
  const [working, setWorking] = useState(false);
  const book = async (): Promise<void> => {
    const [first, ...others] = orders;
    if (!first || !mayBook || busy.current) return;
    if (others.length === 0) return navigate({ to: '/dashboard/order/book', search: { id: first.id } });
    busy.current = true;
    setWorking(true);
    try {
      const { data } = await makeBatch(orders.map((order) => order.id));
      await navigate({ to: '/dashboard/batches/$batchId', params: { batchId: data.id } });
    } catch (error) {
      showToast(messageOf(error), { error: true });
    } finally {
      busy.current = false;
      setWorking(false);
    }
  };
  return { working, run: () => void book() };
}
