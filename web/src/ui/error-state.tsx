import { Button, Group } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { messageOf } from '../lib/failures.ts';
import { EmptyState } from './empty-state.tsx';

/** The parts of a failed query that its error state uses. Without `refetch`, trying again is no help. */
export type FailedQuery = {
  readonly error: unknown;
  readonly refetch?: (() => unknown) | undefined;
  readonly isFetching?: boolean;
};

/** An error with a button that tries again, and for a whole page a link that leads away. */
export function ErrorState(props: {
  query: FailedQuery;
  title?: string | undefined;
  wholePage?: boolean | undefined;
  back?: ReactNode;
}) {
  const { error, refetch, isFetching = false } = props.query;
  return (
    <div role="alert">
      <EmptyState
        icon={<IconPlugConnectedX size={28} stroke={1.5} />}
        wholePage={props.wholePage}
        title={props.title ?? 'We couldn’t load this'}
        action={
          (refetch || props.back) && (
            <Group gap="md" justify="center">
              {refetch && (
                <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
                  Try again
                </Button>
              )}
              {props.back}
            </Group>
          )
        }
      >
        {messageOf(error)}
      </EmptyState>
    </div>
  );
}
