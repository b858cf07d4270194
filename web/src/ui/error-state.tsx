import { Button, Group } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { messageOf } from '../lib/failures.ts';
import { EmptyState } from './empty-state.tsx';

/** An error with a retry button, and for a whole page a link that leads away. */
export function ErrorState(props: {
  error: unknown;
  retry?: (() => unknown) | undefined;
  title?: string | undefined;
  retrying?: boolean | undefined;
  wholePage?: boolean | undefined;
  back?: ReactNode;
}) {
  return (
    <div role="alert">
      <EmptyState
        icon={<IconPlugConnectedX size={28} stroke={1.5} />}
        wholePage={props.wholePage}
        title={props.title ?? 'We couldn’t load this'}
        action={
          (props.retry || props.back) && (
            <Group gap="md" justify="center">
              {props.retry && (
                <Button variant="default" loading={props.retrying ?? false} onClick={() => void props.retry?.()}>
                  Try again
                </Button>
              )}
              {props.back}
            </Group>
          )
        }
      >
        {messageOf(props.error)}
      </EmptyState>
    </div>
  );
}
