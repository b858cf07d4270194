import type { MergedOrderData, OrderData } from '@courierdesk/contract/order-data';
import { Button } from '@mantine/core';
import { IconCheck, IconExternalLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Money } from '../../../ui/money.tsx';
import { Section } from '../../../ui/section.tsx';
import { ToneBadge } from '../../../ui/tone-badge.tsx';
import { When } from '../../../ui/dates/when.tsx';
import { LeaveOut } from './leave-out.tsx';
import styles from './merged-orders.module.css';
import type { BookingFormState } from '../form-state/use-booking-form.ts';

/** The merged orders, with what each customer wrote and owes. */
export function MergedOrders({ booking, merged }: { booking: BookingFormState; merged: MergedOrderData }) {
  const differ = merged.differences.length > 0;
  return (
    <Section
      title="Orders"
      aside={
        <Button
          variant="default"
          size="compact-sm"
          renderRoot={(props) => <Link to="/dashboard/batches/new" search={{ 'ids[]': merged.orderids }} {...props} />}
        >
          Book as separate parcels
        </Button>
      }
    >
      <ul className={styles.orders} aria-label="Orders of this parcel">
        {merged.orders.map((order) => (
          <li key={order.id} className={styles.order} data-blocked={order.state !== 'ready' || undefined}>
            <div className={styles.head}>
              <strong>{order.name}</strong>
              <span className="dim">
                <When at={order.createdAt} form="age" />
              </span>
              {order.store_url && (
                <a
                  href={order.store_url}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={`Open ${order.name} in the store`}
                  className={styles.store}
                >
                  <IconExternalLink size={14} aria-hidden />
                </a>
              )}
              <span className={styles.amount}>
                <Money amount={order.cod} />
              </span>
            </div>
            <div className={styles.body}>
              <div className={styles.who}>
                <bdi>{order.consignee_name || 'No name'}</bdi>{' '}
                <span className="dim">{order.consignee_phone || order.phone_as_written}</span>
                <div className="dim">
                  {[order.consignee_address, order.city].filter(Boolean).join(', ') || 'No address'}
                </div>
                <div>{order.products_list || 'Nothing left to ship'}</div>
              </div>
              <div className={styles.parts}>
                {order.payment !== 'COD' && <span>{order.payment === 'PAID' ? 'Paid' : 'Partly paid'}</span>}
                {Number(order.shipping) > 0 && (
                  <span>
                    shipping <Money amount={order.shipping} currency={order.currency} />
                  </span>
                )}
                {order.has_discount && (
                  <span>
                    {['discount', ...order.discount_names].join(' ')} −
                    <Money amount={order.applied_discount} currency={order.currency} />
                  </span>
                )}
              </div>
            </div>
            <div className={styles.actions}>
              {differ && isChosen(order, booking) && (
                <ToneBadge tone="delivered" icon={IconCheck}>
                  Goes to this address
                </ToneBadge>
              )}
              {differ && !isChosen(order, booking) && (
                <Button variant="default" size="compact-sm" onClick={() => booking.sendTo(order)}>
                  Send to this address
                </Button>
              )}
              <LeaveOut order={order} merged={merged} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The form has the person and the address of this order. */
const isChosen = (order: OrderData, { form }: BookingFormState): boolean =>
  form.values.consignee_name === order.consignee_name &&
  form.values.consignee_phone === order.consignee_phone &&
  form.values.consignee_address === order.consignee_address;
