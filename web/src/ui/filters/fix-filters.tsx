import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { countText } from '@courierdesk/contract/count-text';
import { EmptyState } from '../empty-state.tsx';
import type { FilterChip } from './filter-chips.tsx';

/** In place of a list while filters are invalid: without them, the list would show more than intended. */
export const FixFilters = <Filter extends FilterChip>(props: {
  filters: readonly Filter[];
  onDrop: (filters: readonly Filter[]) => void;
  /** What is wrong with each, and what to do. */
  children?: ReactNode;
}) => (
  <EmptyState
    icon={<IconFilterOff size={28} stroke={1.5} />}
    title={`Fix ${countText(props.filters.length, 'filter')}`}
    action={props.filters.map((filter) => (
      <Button key={filter.name} variant="default" onClick={() => props.onDrop([filter])}>
        Clear {filter.name.toLowerCase()}: {filter.value}
      </Button>
    ))}
  >
    {props.children ?? `We can’t read ${props.filters.length === 1 ? 'this filter' : 'these filters'}.`}
  </EmptyState>
);
