import type { AttentionItem } from '@courierdesk/contract/attention';
import { cancelBooking } from '@courierdesk/contract/shipments';
import { Switch } from '@mantine/core';
import { missingPermission } from '../../lib/missing-permission.ts';
import { useHasAccess } from '../../session/use-session.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import type { Decision } from './use-decision.ts';

/** Chooses whether to cancel an uncertain booking once it is found at the courier. */
export function CancelWhenFoundSwitch({ item, decision }: { item: AttentionItem; decision: Decision }) {
  const failure = decision.failed('cancel_when_found');
  const canCancel = useHasAccess(cancelBooking.access);
  return (
    <>
      <Switch
        label="Cancel it as soon as it is found"
        checked={item.cancel_when_found}
        disabled={decision.busy || !canCancel}
        description={canCancel ? undefined : missingPermission(cancelBooking.access)}
        onChange={(event) => decision.decide({ cancel_when_found: event.currentTarget.checked })}
      />
      <FailureNotice failure={failure} />
    </>
  );
}
