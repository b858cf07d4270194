import type { AttentionItem } from '@courierdesk/contract/attention';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmReturn } from '../../parts/shipments/confirm-return.tsx';
import type { Decision } from './use-decision.ts';

/** Marks a returned parcel as received, after a warning. */
export function ReturnReceived({ item, decision }: { item: AttentionItem; decision: Decision }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" disabled={decision.busy} onClick={() => setOpened(true)}>
        Mark return received
      </Button>
      <ConfirmReturn
        opened={opened}
        onClose={() => setOpened(false)}
        orderName={item.order_name}
        trackingNumber={item.tracking_number ?? ''}
        onConfirm={() => decision.decideAndWait({ return_received: true })}
      />
    </>
  );
}
