import { Button } from '@mantine/core';
import { ApiError, hasCode, messageOf } from '../../lib/failures.ts';
import { Notice } from '../../ui/notice.tsx';

/** Why the account was not saved. If the courier did not respond, offers to save anyway. */
export function SaveFailure(props: { failure: unknown; saving: boolean; onSaveAnyway: () => void }) {
  const { failure } = props;
  if (failure === undefined || (failure instanceof ApiError && failure.planLimit)) return null;
  if (!hasCode(failure, 'courier-unavailable')) {
    return (
      <Notice tone="error" live>
        {messageOf(failure)}
      </Notice>
    );
  }
  return (
    <Notice
      tone="warning"
      live
      action={
        <Button variant="default" loading={props.saving} onClick={props.onSaveAnyway}>
          Save anyway
        </Button>
      }
    >
      <p>{messageOf(failure)}</p>
      We could not check the credentials. Nothing is saved yet.
    </Notice>
  );
}
