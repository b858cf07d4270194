import { cancelBooking, type AttentionItem } from '@courierdesk/contract/shipments';
import { Switch } from '@mantine/core';
import { messageOf } from '../../lib/failures.ts';
import { missingRight } from '../../lib/missing-right.ts';
import { useMay } from '../../session/use-session.ts';
import { Notice } from '../../ui/notice.tsx';
import type { Decision } from './use-decision.ts';

/** What is to become of an uncertain booking when the courier does have it. */
export function CancelWhenFoundSwitch({ item, decision }: { item: AttentionItem; decision: Decision }) {
  const failure = decision.failed('cancel_when_found');
  const mayCancel = useMay(cancelBooking.access);
  return (
    <>
      <Switch
        label="Cancel it as soon as it is found"
        checked={item.cancel_when_found}
        disabled={decision.busy || !mayCancel}
        description={mayCancel ? undefined : missingRight(cancelBooking.access)}
        onChange={(event) => decision.decide({ cancel_when_found: event.currentTarget.checked })}
      />
      {failure && (
        <Notice tone="error" live>
          {messageOf(failure)}
        </Notice>
      )}
    </>
  );
}
