import type { PostBooking } from '@courierdesk/contract/booking';
import { courierName } from '@courierdesk/contract/companies';
import { formatRupees } from '@courierdesk/contract/money';
import { Button, Loader } from '@mantine/core';
import { IconCircleX, IconHelpHexagon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { timeUntil } from '../../../lib/time-until.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useOrderList } from '../../../lib/store-orders-search.ts';
import { useHasAccess } from '../../../session/use-session.ts';
import styles from './post-booking.module.css';

/** A booking without a tracking number: what happened, what is protected, what happens next. */
export function UnsettledBooking({ shipment, message }: { shipment: PostBooking; message: string }) {
  const over = shipment.booking_state === 'rejected' || shipment.booking_state === 'released';
  const courier = courierName(shipment.courier);
  return (
    <section className={styles.card} role="status" aria-label={over ? 'Not booked' : 'Booking status'}>
      <div className={styles.unsettledHead} data-over={over || undefined}>
        {over ? (
          <IconCircleX size={24} stroke={1.75} aria-hidden />
        ) : shipment.booking_state === 'uncertain' ? (
          <IconHelpHexagon size={24} stroke={1.75} aria-hidden />
        ) : (
          <Loader size={20} aria-hidden />
        )}
        <h2>{headline(shipment, courier)}</h2>
      </div>
      <dl className={styles.story}>
        {(over ? overStory : waitingStory)(shipment, courier, message).map(([question, answer]) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
      <dl className={styles.facts}>
        <div className={styles.fact}>
          <dt>Consignee</dt>
          <dd>
            <bdi>{shipment.consignee.name}</bdi>, <bdi>{shipment.destination}</bdi>
          </dd>
        </div>
        <div className={styles.fact}>
          <dt>COD</dt>
          <dd>{formatRupees(shipment.cod)}</dd>
        </div>
        <div className={styles.fact}>
          <dt>Account</dt>
          <dd>{shipment.courierAccount}</dd>
        </div>
        <div className={styles.fact}>
          <dt>Reference</dt>
          <dd className="numbers">{shipment.reference}</dd>
        </div>
      </dl>
      {over ? <BookAgain shipment={shipment} /> : <Polling shipment={shipment} />}
    </section>
  );
}

function headline({ booking_state: state, name }: PostBooking, courier: string): string {
  switch (state) {
    case 'claimed':
    case 'asking':
      return `Booking ${name} with ${courier}`;
    case 'rejected':
      return `${courier} refused ${name}`;
    case 'released':
      return `${name} was not booked`;
    default:
      return `${courier} did not answer clearly`;
  }
}

const Polling = ({
  shipment: { booking_state: state, courier, next_look_at: nextLookAt },
}: {
  shipment: PostBooking;
}) => (
  <p className={styles.polling}>
    {nextLookAt && <NextCheck courier={courierName(courier)} at={nextLookAt} />}
    This page updates automatically. You can leave it
    {state === 'uncertain' && (
      <>
        : until the booking is settled, it is under <Link to="/dashboard/attention">Needs attention</Link>
      </>
    )}
    .
  </p>
);

/** A timer, so that screen readers do not announce each second. */
function NextCheck({ courier, at }: { courier: string; at: string }) {
  const now = useNow(1_000);
  return (
    <strong role="timer" className={styles.nextCheck}>
      Next check with {courier} {timeUntil(at, now)}.
    </strong>
  );
}

type Story = [question: string, answer: string][];

function waitingStory(shipment: PostBooking, courier: string, message: string): Story {
  const { booking_state: state, reference, name, courier: company } = shipment;
  if (state !== 'uncertain')
    return [
      ['What happens now', `The booking was sent to ${courier}. Its answer usually takes a few seconds.`],
      ['What’s protected', `${name} is locked: no one can book it again for now.`],
    ];
  return [
    [
      'What happened',
      `${courier} did not answer clearly${because(message)} The order may or may not be booked; we are checking and will not book it again.`,
    ],
    ['What’s protected', `${name} is locked: no one can book it again while this is open.`],
    [
      'What happens next',
      `We search ${courier} for our reference ${reference} several times in the next minutes. If we find it, this page shows the confirmation. ` +
        (company === 'TCS'
          ? 'TCS cannot confirm that a parcel does not exist. After the last check, you decide under Needs attention.'
          : 'If it is still not there after the last check, we unlock the order, and you decide whether to book it again.'),
    ],
  ];
}

/** The server's reason as the end of a sentence. */
const because = (reason: string): string => (reason ? `: ${reason.replace(/(?<!\.)\.+$/, '')}.` : '.');

function overStory({ booking_state: state, name }: PostBooking, courier: string, message: string): Story {
  return [
    [
      'What happened',
      state === 'rejected'
        ? `${courier} refused the booking${because(message)}`
        : `The booking was not made${because(message)}`,
    ],
    [
      'What’s protected',
      state === 'rejected'
        ? `${courier} created nothing. You can book ${name} again.`
        : `You can book ${name} again. If ${courier} shows a parcel for it later, it appears under Needs attention.`,
    ],
  ];
}

/** Opens the booking form of the same orders. */
function BookAgain({ shipment: { name, store_orders: orders } }: { shipment: PostBooking }) {
  const canBook = useHasAccess(['BOOK_ORDERS']);
  const list = useOrderList();
  const [first, ...others] = orders;
  if (!canBook || !first) return null;
  return (
    <div className={styles.actions}>
      <Button
        renderRoot={(props) =>
          others.length === 0 ? (
            <Link to="/dashboard/order/book" search={{ id: first.id, list }} {...props} />
          ) : (
            <Link to="/dashboard/merge-orders" search={{ 'ids[]': orders.map((order) => order.id), list }} {...props} />
          )
        }
      >
        Book {name} again
      </Button>
    </div>
  );
}
