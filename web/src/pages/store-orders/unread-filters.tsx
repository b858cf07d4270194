import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { ActiveFilter } from './store-order-filters.ts';

/** No list is shown while a filter cannot be read: without the filter it would hold more orders than were meant. */
export const UnreadFilters = (props: {
  filters: readonly ActiveFilter[];
  onDrop: (filters: readonly ActiveFilter[]) => void;
}) => (
  <EmptyState
    icon={<IconFilterOff size={28} stroke={1.5} />}
    title={props.filters.length === 1 ? 'A filter cannot be read' : 'Some filters cannot be read'}
    action={props.filters.map((filter) => (
      <Button key={filter.filter} variant="default" onClick={() => props.onDrop([filter])}>
        Clear {filter.name.toLowerCase()}: {filter.value}
      </Button>
    ))}
  >
    {props.filters.map(({ error }) => error).join('. ')}.
  </EmptyState>
);
