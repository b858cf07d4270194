import { courierName } from '@courierdesk/contract/companies';
import type { AttentionItem } from '@courierdesk/contract/shipments';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import type { Decision } from './use-decision.ts';

/** "There is no consignment": frees the order, after a warning. */
export function Release({ item, decision }: { item: AttentionItem; decision: Decision }) {
  const [opened, setOpened] = useState(false);
  const courier = courierName(item.company);
  return (
    <>
      <Button variant="default" disabled={decision.busy} onClick={() => setOpened(true)}>
        Release the order
      </Button>
      <Confirm
        opened={opened}
        onClose={() => setOpened(false)}
        title={`Release ${item.order_name}?`}
        confirmLabel="Release the order"
        keepLabel="Keep it held"
        danger
        onConfirm={() => decision.decideAndWait({ release: true })}
      >
        <p>
          Do this only when you have looked for <strong>{item.reference}</strong> in the {courier} portal and it is not
          there. The order is free to book again at once.
        </p>
        <p>If {courier} shows a consignment for it within 48 hours, it comes back to this page.</p>
      </Confirm>
    </>
  );
}
