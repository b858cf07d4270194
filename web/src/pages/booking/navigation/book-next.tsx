import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { nextOrderQuery } from '../../../api/store-orders.ts';
import { useKeys } from '../../../lib/keys.ts';
import { useOrderList } from '../../../lib/store-orders-search.ts';
import { KeyHint } from '../../../ui/key-hint.tsx';
import { useBackToList } from './use-back-to-list.ts';

/** Opens the next order of the list (also with `b`), or returns to the list at its end. */
export function BookNext({ after }: { after: readonly string[] }) {
  const list = useOrderList();
  const { label: _label, ...back } = useBackToList();
  const navigate = useNavigate();
  const { data: next } = useQuery(nextOrderQuery(list, after));
  useKeys({ b: () => next && void navigate({ to: '/dashboard/order/book', search: { id: next.id, list } }) });
  if (next === undefined) return null;
  if (next === null)
    return (
      <Button variant="default" renderRoot={(props) => <Link {...back} {...props} />}>
        Back to store orders
      </Button>
    );
  return (
    <Button
      rightSection={<KeyHint name="b" />}
      renderRoot={(props) => <Link to="/dashboard/order/book" search={{ id: next.id, list }} {...props} />}
    >
      Book next: {next.order_name}
    </Button>
  );
}
