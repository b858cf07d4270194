import { courierName } from '@courierdesk/contract/companies';
import type { AttentionItem } from '@courierdesk/contract/attention';
import { cancelBooking } from '@courierdesk/contract/shipments';
import { Button, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { missingPermission } from '../../lib/missing-permission.ts';
import { useHasAccess } from '../../session/use-session.ts';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import type { Decision } from './use-decision.ts';

/** A person says what the courier's portal shows: the booking is cancelled there, or it is not. */
export function UnclearCancel({ item, decision }: { item: AttentionItem; decision: Decision }) {
  const [confirming, setConfirming] = useState(false);
  const canCancel = useHasAccess(cancelBooking.access);
  const courier = courierName(item.company);
  const number = item.tracking_number ?? '';
  const button = {
    variant: 'default',
    disabled: decision.busy,
    'aria-disabled': !canCancel,
    ...(!canCancel && { 'data-disabled': true }),
  } as const;
  return (
    <>
      <Tooltip label={missingPermission(cancelBooking.access)} disabled={canCancel}>
        <Button {...button} onClick={() => canCancel && setConfirming(true)}>
          It is cancelled
        </Button>
      </Tooltip>
      <Tooltip label={missingPermission(cancelBooking.access)} disabled={canCancel}>
        <Button
          {...button}
          loading={decision.sending('cancelled')}
          onClick={() => canCancel && decision.decide({ cancelled: false })}
        >
          Keep the booking
        </Button>
      </Tooltip>
      <Confirm
        opened={confirming}
        onClose={() => setConfirming(false)}
        title={`Is ${number} cancelled at ${courier}?`}
        confirmLabel="It is cancelled"
        keepLabel="Not yet"
        danger
        onConfirm={() => decision.decideAndWait({ cancelled: true })}
      >
        <p>
          Do this only if the {courier} portal shows <strong>{number}</strong> as cancelled. {item.order_name} is then
          free to book again, and we unfulfil it in the store.
        </p>
      </Confirm>
    </>
  );
}
