import { courierName } from '@courierdesk/contract/companies';
import type { AttentionItem } from '@courierdesk/contract/attention';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import type { Decision } from './use-decision.ts';

/** Unlocks the order when there is no consignment, after a warning. */
export function ReleaseOrder({ item, decision }: { item: AttentionItem; decision: Decision }) {
  const [opened, setOpened] = useState(false);
  const courier = courierName(item.company);
  return (
    <>
      <Button variant="default" disabled={decision.busy} onClick={() => setOpened(true)}>
        Unlock order
      </Button>
      <Confirm
        opened={opened}
        onClose={() => setOpened(false)}
        title={`Unlock ${item.order_name}?`}
        confirmLabel="Unlock order"
        keepLabel="Keep it locked"
        danger
        onConfirm={() => decision.decideAndWait({ release: true })}
      >
        <p>
          Do this only if you searched the {courier} portal for <strong>{item.reference}</strong> and did not find it.
          You can then book the order again.
        </p>
        <p>If {courier} shows a consignment for it within 48 hours, the case returns to this page.</p>
      </Confirm>
    </>
  );
}
