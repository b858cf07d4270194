import { companyName } from '@courierdesk/contract/companies';
import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import { formatRupees } from '@courierdesk/contract/money';
import { numberIn, roundedRupees } from '@courierdesk/contract/typed-numbers';
import { bookedWeight, formatWeight } from '@courierdesk/contract/weights';
import { Button, Checkbox, Kbd } from '@mantine/core';
import { AccountField } from '../sections/account-field.tsx';
import { BookingFailure } from './booking-failure.tsx';
import { BookingProgress } from './booking-progress.tsx';
import styles from './booking-summary.module.css';
import { customerEmailHint } from '../../../parts/shipments/customer-email-hint.ts';
import type { BookingFormState } from '../form-state/use-booking-form.ts';
import { countText, formatCount } from '@courierdesk/contract/count-text';
import { ErrorSummary, FieldLink } from '../../../ui/forms/error-summary.tsx';

/** What will be booked, always in view, with the Book button. */
export function BookingSummary({ booking }: { booking: BookingFormState }) {
  const { account, blocked, destination, form, sending, problems } = booking;
  const { values } = form;
  const [firstProblem] = problems;
  const cod = numberIn(values.cod_amount, 'rupees');
  const collected = cod === undefined ? '–' : formatRupees(roundedRupees(cod));
  const courier = account && companyName[account.company];
  return (
    <aside className={styles.summary} aria-label="Booking summary">
      <div className={styles.card}>
        <AccountField booking={booking} />
        <dl className={styles.facts}>
          <div>
            <dt>Destination{courier && ` (${courier})`}</dt>
            <dd className={destination ? styles.destination : styles.missing}>
              {destination?.name ?? 'Not chosen yet'}
            </dd>
          </div>
          <div>
            <dt>To collect (COD)</dt>
            <dd className={styles.cod}>{collected}</dd>
          </div>
          <div>
            <dt>Parcel</dt>
            <dd className="numbers">
              {kilos(numberIn(values.weight, 'grams'), account)} · {piecesWords(numberIn(values.pieces, 'pieces'))} ·
              overnight
            </dd>
          </div>
        </dl>
        <Checkbox
          className={styles.notify}
          label="Email the customer"
          description={customerEmailHint(booking.order.emails_tracking_link)}
          {...form.field('notify_customer', 'checkbox')}
        />
        {!blocked && <ErrorSummary problems={problems} tone={form.problems.length > 0 ? 'error' : 'warning'} />}
        <BookingFailure booking={booking} />
        {!blocked && (
          <div className={styles.book} data-bottom-bar>
            <div className={styles.phoneFacts}>
              <span className={styles.phoneCod}>{collected}</span>
              {firstProblem && (
                <FieldLink field={firstProblem.field} className={styles.phoneProblems}>
                  {formatCount(problems.length)} to fix
                </FieldLink>
              )}
            </div>
            <Button fullWidth loading={form.saving || form.waiting} onClick={() => form.submit()}>
              {bookLabel(courier, booking.merged?.orders.length)}
            </Button>
          </div>
        )}
        {sending !== undefined ? (
          <BookingProgress since={sending} courier={courier ?? 'The courier'} />
        ) : (
          !blocked && (
            <p className={styles.keys} aria-hidden>
              <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">Enter</Kbd> to book
            </p>
          )
        )}
      </div>
    </aside>
  );
}

/** `orders`: their number, if several. */
const bookLabel = (courier: string | undefined, orders: number | undefined): string =>
  `Book${orders ? ` ${orders} orders` : courier ? '' : ' order'}${courier ? ` with ${courier}` : ''}`;

const piecesWords = (pieces: number | undefined): string =>
  pieces === undefined ? '– pieces' : countText(pieces, 'piece');

function kilos(grams: number | undefined, account: AccountChoice | undefined): string {
  if (grams === undefined) return '– g';
  return formatWeight(account ? bookedWeight(grams, account.company) : grams);
}
