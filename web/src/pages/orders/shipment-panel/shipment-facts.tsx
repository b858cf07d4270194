import { formatRupees } from '@courierdesk/contract/money';
import { formatWeight } from '@courierdesk/contract/weights';
import { courierName } from '@courierdesk/contract/companies';
import type { TrackedShipment } from '../../../api/shipments.ts';
import { CustomerPhone } from '../../../parts/customer-messages/customer-phone.tsx';
import { messageAboutParcel } from '../../../parts/customer-messages/messages.ts';
import { ItemsText } from '../../../parts/shipments/items-text.tsx';
import { useUser } from '../../../session/use-session.ts';
import { Money } from '../../../ui/money.tsx';
import { When } from '../../../ui/dates/when.tsx';
import styles from './shipment-panel.module.css';
import { countText } from '@courierdesk/contract/count-text';

/** Who, where, what and how much. */
export function ShipmentFacts({ tracked }: { tracked: TrackedShipment }) {
  const { order, shipment } = tracked;
  const { shop } = useUser();
  return (
    <section className={styles.part} aria-label="Details">
      <h3 className={styles.heading}>Details</h3>
      <dl className={styles.facts}>
        <dt>Order</dt>
        <dd>{tracked.order_name}</dd>
        <dt>Customer</dt>
        <dd>
          <bdi>{order.consignee_name}</bdi>
        </dd>
        <dt>Phone</dt>
        <dd>
          <CustomerPhone
            phone={order.customer_phone}
            messageIn={(language) => messageAboutParcel(tracked, shop.name, language)}
          />
        </dd>
        <dt>Address</dt>
        <dd>
          <bdi>{shipment.address}</bdi>
        </dd>
        <dt>Destination</dt>
        <dd>
          <bdi>{order.destination}</bdi>
        </dd>
        <dt>COD</dt>
        <dd>
          <span className={styles.money}>
            <Money amount={shipment.cod} />
          </span>
          {shipment.payment_status === 'PAID' ? (
            <span className={styles.paid}>{paidText(shipment)}</span>
          ) : (
            <span className={styles.unpaid}>Unpaid</span>
          )}
        </dd>
        <dt>Parcel</dt>
        <dd>
          {formatWeight(shipment.weight)}, {countText(shipment.pieces, 'piece')}
        </dd>
        <dt>Products</dt>
        <dd>
          <ItemsText items={shipment.products_list} />
        </dd>
        {shipment.remarks && (
          <>
            <dt>Remarks</dt>
            <dd>
              <bdi>{shipment.remarks}</bdi>
            </dd>
          </>
        )}
        <dt>Courier</dt>
        <dd>
          {courierName(tracked.company)}
          {shipment.account_name ? (
            <>
              , account <bdi>{shipment.account_name}</bdi>
            </>
          ) : (
            ', booked elsewhere'
          )}
        </dd>
        <dt>Booked</dt>
        <dd>
          <When at={order.booking_date} form="full" />
          {shipment.booked_by && (
            <>
              {' '}
              by <bdi>{shipment.booked_by}</bdi>
            </>
          )}
        </dd>
        {shipment.printed && (
          <>
            <dt>Label printed</dt>
            <dd>
              <When at={shipment.printed.at} form="full" />
              {shipment.printed.times > 1 && `, ${shipment.printed.times} times in all`}
            </dd>
          </>
        )}
        {shipment.load_sheet && (
          <>
            <dt>Load sheet</dt>
            <dd>
              {shipment.load_sheet.number},{' '}
              {shipment.load_sheet.handed_over_at ? (
                <>
                  handed over <When at={shipment.load_sheet.handed_over_at} form="full" />
                </>
              ) : (
                'not handed over yet'
              )}
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}

/** `Paid Rs 2,300`, if that is not the COD. */
const paidText = ({ paid_amount: amount, cod }: TrackedShipment['shipment']): string =>
  amount === null || Number(amount) === cod ? 'Paid' : `Paid ${formatRupees(amount)}`;
