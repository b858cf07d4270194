import {
  repairButton,
  repairExplanation,
  repairText,
  type DifferenceRepairKind,
} from '@courierdesk/contract/difference-kinds';
import { type Difference } from '@courierdesk/contract/differences';
import { bookOrder } from '@courierdesk/contract/booking';
import { courierName } from '@courierdesk/contract/companies';
import { useNavigate } from '@tanstack/react-router';
import { useIsHere } from '../../lib/use-is-here.ts';
import { useHasAccess } from '../../session/use-session.ts';
import { NamedParcels } from '../../parts/shipments/named-parcels.tsx';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { isBookedAgain } from './booked-again.ts';
import { StoreSide } from './store-side.tsx';
import { repairNow } from './repair-now.ts';
import styles from './repair-dialog.module.css';

/** Says what a repair will do, and does it. */
export function RepairDialog(props: { differences: readonly Difference[]; onDone: () => void; onClose: () => void }) {
  const { differences } = props;
  const navigate = useNavigate();
  const isHere = useIsHere();
  const canBook = useHasAccess(bookOrder.access);
  const [first] = differences;
  if (!first) return null;
  const { repair } = first;
  const count = differences.length;
  const bookAgain = count === 1 && isBookedAgain(first) && canBook;
  const explanations = new Set(differences.map(repairExplanation));
  const run = async (): Promise<void> => {
    const repaired = await repairNow(differences);
    props.onDone();
    if (!bookAgain || repaired === 0 || !isHere()) return;
    const [order = '', ...others] = first.store_order_ids;
    if (others.length === 0) await navigate({ to: '/dashboard/order/book', search: { id: order } });
    else await navigate({ to: '/dashboard/merge-orders', search: { 'ids[]': first.store_order_ids } });
  };
  return (
    <Confirm
      opened
      onClose={props.onClose}
      title={
        bookAgain
          ? `${repairText(first)} and book ${first.order_name} again?`
          : count === 1
            ? `${repairText(first)}?`
            : severalTitle[repair](count)
      }
      confirmLabel={count === 1 ? repairButton[repair] : `${repairButton[repair]} (${count})`}
      keepLabel={cancels.has(repair) ? 'Keep booking' : 'Cancel'}
      danger={cancels.has(repair)}
      onConfirm={run}
    >
      {count === 1 ? <Sides difference={first} /> : <Named differences={differences} />}
      {[...explanations].map((text) => (
        <p key={text}>{text}</p>
      ))}
      {bookAgain && <p>Then we open the booking form with the store’s current values.</p>}
      <p className="dim">
        {count === 1
          ? 'First we check again. If the difference is gone, nothing changes.'
          : 'First we check each one again. You can leave this page: the results are under Repairs.'}
      </p>
    </Confirm>
  );
}

const cancels: ReadonlySet<DifferenceRepairKind> = new Set<DifferenceRepairKind>(['cancel-booking']);

const severalTitle: Record<DifferenceRepairKind, (count: number) => string> = {
  'cancel-booking': (count) => `Cancel ${count} bookings?`,
  'record-cancellation': (count) => `Mark ${count} parcels as cancelled?`,
  'show-number': (count) => `Show our number of ${count} parcels in the store?`,
  'fulfil-in-store': (count) => `Fulfil the orders of ${count} parcels in the store?`,
  'mark-paid-in-store': (count) => `Mark the orders of ${count} parcels as paid in the store?`,
  'add-parcel': (count) => `Add ${count} parcels?`,
  'accept-fulfilment': (count) => `Accept ${count} orders as shipped elsewhere?`,
};

const Named = ({ differences }: { differences: readonly Difference[] }) => (
  <NamedParcels
    label="Differences to repair"
    parcels={differences.map(({ id, order_name, customer_name, tracking_number }) => ({
      id,
      order_name,
      customer_name,
      tracking_number: tracking_number ?? '',
    }))}
    isShown={() => true}
  />
);

function Sides({ difference }: { difference: Difference }) {
  const { courier_says, we_say, company } = difference;
  const sides = [
    { name: 'Store', words: difference.changes.length > 0 ? '' : difference.store_says },
    { name: courierName(company), words: courier_says },
    { name: 'Courierdesk', words: we_say },
  ];
  return (
    <dl className={styles.sides}>
      {difference.changes.length > 0 && (
        <div>
          <dt>Store</dt>
          <dd>
            <StoreSide difference={difference} />
          </dd>
        </div>
      )}
      {sides
        .filter(({ words }) => words)
        .map(({ name, words }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
    </dl>
  );
}
