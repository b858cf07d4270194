import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { ActiveFilter } from './store-order-filters.ts';
import { countText } from '../../lib/count-text.ts';

/** The list is empty while a filter is invalid: without the filter it would show more orders than intended. */
export const InvalidFilters = (props: {
  filters: readonly ActiveFilter[];
  onDrop: (filters: readonly ActiveFilter[]) => void;
}) => (
  <EmptyState
    icon={<IconFilterOff size={28} stroke={1.5} />}
    title={`Fix ${countText(props.filters.length, 'filter')}`}
    action={props.filters.map((filter) => (
      <Button key={filter.filter} variant="default" onClick={() => props.onDrop([filter])}>
        Clear {filter.name.toLowerCase()}: {filter.value}
      </Button>
    ))}
  >
    {props.filters.map(({ error }) => error).join('. ')}.
  </EmptyState>
);
