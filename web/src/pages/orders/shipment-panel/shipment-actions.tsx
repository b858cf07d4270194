import { bookOrder } from '@courierdesk/contract/booking';
import { resolveShipment } from '@courierdesk/contract/attention';
import { sendEmail } from '@courierdesk/contract/customer-mails';
import { cancelBooking, deleteOrder } from '@courierdesk/contract/shipments';
import { Button, Menu } from '@mantine/core';
import { IconExternalLink, IconMail, IconPackageImport, IconRefresh, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { resolveCase } from '../../../api/attention.ts';
import type { TrackedShipment } from '../../../api/shipments.ts';
import { PrintButton } from '../../../parts/printing/print-button.tsx';
import { useHasAccess } from '../../../session/use-session.ts';
import { ConfirmReturn } from '../../../parts/shipments/confirm-return.tsx';
import { MoreMenu } from '../../../ui/more-menu.tsx';
import { showToast } from '../../../ui/toasts/toast.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { useEmailTrackingLink } from './email-tracking-link.tsx';
import styles from './shipment-panel.module.css';

/** Actions of a shipment: track, print, email the customer, cancel; delete once cancelled. */
export function ShipmentActions(props: {
  tracked: TrackedShipment;
  asking: boolean;
  /** Opens with the question whether to cancel. */
  asksToCancel: boolean;
  onAsk: (() => void) | undefined;
  onDeleted: () => void;
}) {
  const { tracked, asking, onAsk } = props;
  const [deleting, setDeleting] = useState(false);
  const canDelete = useHasAccess(deleteOrder.access) && tracked.order.status === 'CANCELLED';
  const [receiving, setReceiving] = useState(false);
  const canDecide = useHasAccess(resolveShipment.access);
  const canCancel = useHasAccess(cancelBooking.access) && tracked.shipment.can_cancel;
  const [cancelling, setCancelling] = useState(props.asksToCancel && canCancel);
  const { booking_state: state, followed } = tracked.shipment;
  const canPrint = followed && state === 'booked' && tracked.order.status !== 'CANCELLED';
  const canBook = useHasAccess(bookOrder.access) && tracked.order.status === 'CANCELLED';
  const canEmail = useHasAccess(sendEmail.access) && state === 'booked' && tracked.order.status !== 'CANCELLED';
  const email = useEmailTrackingLink(tracked.shipment.id);
  const number = tracked.order.track_number;
  return (
    <>
      {canBook && <BookAgain orders={tracked.shipment.store_orders} />}
      {canPrint && <PrintButton shipmentIds={[tracked.shipment.id]} label="Print" />}
      <Button
        variant="default"
        rightSection={<IconExternalLink size={14} aria-label="(opens in a new tab)" />}
        component="a"
        href={tracked.shipment.tracking_url}
        target="_blank"
        rel="noreferrer"
        title="The tracking page that your customer sees"
      >
        Track
      </Button>
      {onAsk && followed && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} />}
          loading={asking}
          title="Asks the courier for news of this parcel"
          onClick={onAsk}
        >
          Check now
        </Button>
      )}
      {tracked.shipment.can_receive_return && canDecide && (
        <Button variant="default" leftSection={<IconPackageImport size={16} />} onClick={() => setReceiving(true)}>
          Mark return received
        </Button>
      )}
      {canCancel && (
        <Button variant="outline" color="red" className={styles.cancel} onClick={() => setCancelling(true)}>
          Cancel booking
        </Button>
      )}
      {(canDelete || canEmail) && (
        <MoreMenu>
          {canEmail && (
            <Menu.Item leftSection={<IconMail size={16} />} onClick={() => email.send()}>
              Email tracking link
            </Menu.Item>
          )}
          {canDelete && (
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setDeleting(true)}>
              Delete order
            </Menu.Item>
          )}
        </MoreMenu>
      )}
      {email.dialog}
      <DeleteDialog
        tracked={tracked}
        opened={deleting}
        onClose={() => setDeleting(false)}
        onDeleted={props.onDeleted}
      />
      <ConfirmReturn
        opened={receiving}
        onClose={() => setReceiving(false)}
        orderName={tracked.order_name}
        trackingNumber={number}
        onConfirm={async () => {
          const { message } = await resolveCase(tracked.shipment.id, { return_received: true });
          showToast(message);
        }}
      />
      <CancelDialog tracked={tracked} opened={cancelling} onClose={() => setCancelling(false)} />
    </>
  );
}

/** Opens the booking form for the orders of a cancelled parcel. The form says if they are booked already. */
function BookAgain({ orders }: { orders: TrackedShipment['shipment']['store_orders'] }) {
  const ids = orders.map(({ id }) => id);
  const [id] = ids;
  if (id === undefined) return null;
  return (
    <Button
      renderRoot={(props) =>
        ids.length === 1 ? (
          <Link to="/dashboard/order/book" search={{ id }} {...props} />
        ) : (
          <Link to="/dashboard/merge-orders" search={{ 'ids[]': ids }} {...props} />
        )
      }
    >
      Book again
    </Button>
  );
}
