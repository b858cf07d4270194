import type { BatchRow } from '@courierdesk/contract/batch';
import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { EarlierParcels } from '../../../parts/shipments/earlier-parcels.tsx';
import { ItemsText } from '../../../parts/shipments/items-text.tsx';
import { Money } from '../../../ui/money.tsx';
import { SidePanel, type PanelSteps } from '../../../ui/dialogs/side-panel.tsx';
import { When } from '../../../ui/dates/when.tsx';
import { isEditable } from '../rows/batch-sections.ts';
import type { RowActions } from '../rows/row-actions.ts';
import { RowForm } from './row-form.tsx';
import { hasWrongField } from '../rows/sheet-columns.ts';
import { RowMessages } from '../rows/row-messages.tsx';
import { BookingRowState } from '../rows/row-state.tsx';
import styles from './row-panel.module.css';

/** An order beside the sheet: its items, customer and booking fields. */
export function RowPanel(props: {
  row: BatchRow;
  accounts: readonly AccountChoice[];
  emailsTrackingLink: boolean;
  actions: RowActions;
  steps: PanelSteps;
  onClose: () => void;
}) {
  const { row, actions } = props;
  const leavable = isEditable(row);
  return (
    <SidePanel
      title={`Order ${row.order_name}`}
      focusesContent={hasWrongField(row)}
      steps={props.steps}
      onClose={props.onClose}
      footer={
        <>
          {(leavable || row.state === 'left-out') && (
            <Button variant="default" onClick={() => actions.leaveOut(row.id, leavable)}>
              {leavable ? 'Leave out' : 'Put back'}
            </Button>
          )}
          {row.store_url && (
            <Button
              variant="default"
              component="a"
              href={row.store_url}
              target="_blank"
              rel="noreferrer"
              rightSection={<IconExternalLink size={16} />}
            >
              Open in the store
            </Button>
          )}
        </>
      }
    >
      <RowFacts row={row} actions={actions} />
      <RowMessages row={row} actions={actions} />
      <RowForm row={row} accounts={props.accounts} emailsTrackingLink={props.emailsTrackingLink} actions={actions} />
    </SidePanel>
  );
}

/** Facts about the order. */
export const RowFacts = ({ row, actions }: { row: BatchRow; actions: RowActions }) => (
  <div className={styles.facts}>
    <BookingRowState row={row} actions={actions} />
    <p>
      <ItemsText items={row.items} />
    </p>
    <p className="dim">
      <Money amount={row.total} currency={row.currency} /> {paymentWords[row.payment]} · ordered{' '}
      <When at={row.createdAt} form="full" />
    </p>
    <EarlierParcels earlier={row.earlier} />
  </div>
);

const paymentWords: Record<BatchRow['payment'], string> = {
  COD: 'to collect',
  PAID: 'already paid',
  PARTLY_PAID: 'partly paid',
};
