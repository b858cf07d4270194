import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { EmptyState } from './empty-state.tsx';

/** For a list of work that a filter leaves empty: the filter is the reason, so it offers everything. */
export function NoneLeft(props: { title: string; onShowAll: () => void }) {
  return (
    <EmptyState
      icon={<IconCircleCheck size={28} stroke={1.5} />}
      title={props.title}
      action={
        <Button variant="default" onClick={props.onShowAll}>
          Show all
        </Button>
      }
    />
  );
}
