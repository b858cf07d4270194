import { courierName } from '@courierdesk/contract/companies';
import type { AttentionItem } from '@courierdesk/contract/attention';
import { cancelBooking } from '@courierdesk/contract/shipments';
import { Button, Radio, Tooltip } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { missingPermission } from '../../lib/missing-permission.ts';
import { useHasAccess } from '../../session/use-session.ts';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import styles from './attention-case.module.css';
import type { Decision } from './use-decision.ts';

/** Keeps or cancels a consignment that appeared after its booking was closed. */
export function LateConsignment(props: { item: AttentionItem; decision: Decision; children: ReactNode }) {
  const { item, decision } = props;
  const [chosen, setChosen] = useState<string>();
  const [cancelling, setCancelling] = useState(false);
  const canCancel = useHasAccess(cancelBooking.access);
  const [first] = item.candidates;
  const number = chosen !== undefined && item.candidates.includes(chosen) ? chosen : first;
  if (number === undefined) return <div className="buttons">{props.children}</div>;
  const courier = courierName(item.company);
  const failure = decision.failed('keep_late');
  return (
    <>
      {item.candidates.length > 1 && (
        <Radio.Group label="Which number" value={number} onChange={setChosen}>
          <div className={styles.choices}>
            {item.candidates.map((candidate) => (
              <Radio key={candidate} value={candidate} label={candidate} />
            ))}
          </div>
        </Radio.Group>
      )}
      <div className="buttons">
        {item.actions.includes('keep-late') && (
          <Button
            loading={decision.sending('keep_late')}
            disabled={decision.busy}
            onClick={() => decision.decide({ keep_late: number })}
          >
            Keep {number} as the booking
          </Button>
        )}
        {item.actions.includes('cancel-late') && (
          <Tooltip label={missingPermission(cancelBooking.access)} disabled={canCancel}>
            <Button
              variant="outline"
              color="red"
              disabled={decision.busy}
              aria-disabled={!canCancel}
              {...(!canCancel && { 'data-disabled': true })}
              onClick={() => canCancel && setCancelling(true)}
            >
              Cancel {number}
            </Button>
          </Tooltip>
        )}
        {props.children}
      </div>
      <FailureNotice failure={failure} />
      <Confirm
        opened={cancelling}
        onClose={() => setCancelling(false)}
        title={`Cancel ${number} at ${courier}?`}
        confirmLabel={`Cancel ${number}`}
        keepLabel="Keep it for now"
        danger
        onConfirm={() => decision.decideAndWait({ cancel_late: number })}
      >
        <p>
          We ask {courier} to cancel this consignment. Other bookings of {item.order_name} do not change.
        </p>
      </Confirm>
    </>
  );
}
