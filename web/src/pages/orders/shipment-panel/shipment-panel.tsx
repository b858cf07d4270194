import { courierName } from '@courierdesk/contract/companies';
import { formatAgo } from '@courierdesk/contract/dates';
import type { ExpectedDelivery } from '@courierdesk/contract/shipments';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { knownShipmentQuery, liveShipmentQuery, type TrackedShipment } from '../../../api/shipments.ts';
import { formatDayRange } from '../../../lib/day-range.ts';
import { messageOf } from '../../../lib/failures.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useHasAccess } from '../../../session/use-session.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ProgressSteps } from '../../../parts/shipments/progress-steps.tsx';
import { SidePanel, type PanelSteps } from '../../../ui/dialogs/side-panel.tsx';
import { StatusBadge } from '../../../parts/shipments/status-badge.tsx';
import { DeliveryProblemNotice } from './delivery-problem-notice.tsx';
import { ShipmentActions } from './shipment-actions.tsx';
import { ShipmentEvents } from './shipment-events.tsx';
import { ShipmentFacts } from './shipment-facts.tsx';
import { ShipmentHistory } from './shipment-history.tsx';
import styles from './shipment-panel.module.css';
import { StoreState } from './store-state.tsx';

/** The order tracking info dialog: first what we know, then the courier's current data. */
export function ShipmentPanel(props: {
  number: string;
  id: string | undefined;
  asksToCancel: boolean;
  steps: PanelSteps;
  onClose: () => void;
}) {
  const { number, id, steps, onClose } = props;
  const canAskCourier = useHasAccess(['WRITE_ORDERS']);
  const known = useQuery(knownShipmentQuery({ number, id }));
  const tracked = known.data;
  const live = useQuery({
    ...liveShipmentQuery({ number, id }),
    enabled: canAskCourier && tracked?.shipment.followed === true,
  });
  const failed = tracked ? live.isError && live : known.isError && known;
  return (
    <SidePanel
      label="Order tracking info"
      title={
        <span className={styles.title}>
          <span className="numbers">{number}</span>
          <CopyButton text={number} what="tracking number" />
        </span>
      }
      steps={steps}
      onClose={onClose}
      footer={
        tracked && (
          <ShipmentActions
            tracked={tracked}
            asking={live.isFetching}
            asksToCancel={props.asksToCancel}
            onAsk={canAskCourier ? () => void live.refetch() : undefined}
            onDeleted={onClose}
          />
        )
      }
    >
      <div className={styles.parts}>
        {failed && <TrackingFailure query={failed} />}
        {tracked ? <Details tracked={tracked} asking={live.isFetching} /> : !known.isError && <Waiting />}
      </div>
    </SidePanel>
  );
}

function Details({ tracked, asking }: { tracked: TrackedShipment; asking: boolean }) {
  const { order, shipment } = tracked;
  const now = useNow();
  return (
    <>
      <div className={styles.now}>
        <StatusBadge status={order.status} state={shipment.booking_state} detail={order.current_courier_status} />
        <span className={styles.asked} aria-live="polite">
          {checkWords(tracked, asking, now)}
        </span>
      </div>
      {shipment.booking_state === 'cancelling' && (
        <Notice tone="info" live>
          We are cancelling this booking. Its orders stay locked until {courierName(tracked.company)} confirms. We’ll
          retry automatically.
        </Notice>
      )}
      <ProgressSteps order={order} />
      <DeliveryProblemNotice tracked={tracked} />
      {order.expected_delivery && <p className={styles.expected}>{expectedWords(order.expected_delivery)}</p>}
      <ShipmentEvents details={order.details} />
      <ShipmentFacts tracked={tracked} />
      <StoreState tracked={tracked} />
      <ShipmentHistory history={shipment.history} />
    </>
  );
}

function expectedWords({ from, to, by, late }: ExpectedDelivery): string {
  if (late) return by === 'courier' ? `The courier expected it on ${formatDayRange(to, to)}` : 'Later than usual';
  return `Expected ${formatDayRange(from, to)}${by === 'history' ? ', from your earlier deliveries' : ''}`;
}

function checkWords({ company, shipment }: TrackedShipment, asking: boolean, now: Date): string {
  const courier = courierName(company);
  if (!shipment.followed) return `${courier} is not connected, so we do not track this parcel`;
  return asking ? `Checking with ${courier} now…` : lastCheck(courier, shipment.last_tracked_at, now);
}

function lastCheck(courier: string, at: string | null, now: Date): string {
  if (!at) return 'Not tracked yet';
  return `Checked with ${courier} ${formatAgo(at, now)}`;
}

/** The known data stays visible below. */
const TrackingFailure = ({ query }: { query: { error: unknown; isFetching: boolean; refetch: () => unknown } }) => (
  <Notice
    tone="error"
    live
    action={
      <Button variant="default" size="xs" loading={query.isFetching} onClick={() => void query.refetch()}>
        Try again
      </Button>
    }
  >
    <p>
      <strong>Error tracking order.</strong> Something went wrong while tracking this order. In case of M&amp;P, it
      takes some time to reflect the order data.
    </p>
    <p>{messageOf(query.error)}</p>
  </Notice>
);

const Waiting = () => (
  <div aria-busy aria-label="Loading the shipment">
    <Skeleton height={14} width={180} mb={24} />
    <Skeleton height={48} mb={32} />
    {[220, 300, 260, 180].map((width) => (
      <Skeleton key={width} height={10} width={width} mb={18} />
    ))}
  </div>
);
