import type { OrderData } from '@courierdesk/contract/order-data';
import { formatRupees, subtractMoney } from '@courierdesk/contract/money';
import { numberIn, roundedRupees } from '@courierdesk/contract/typed-numbers';
import type { ReactNode } from 'react';
import { Money } from '../../../ui/money.tsx';
import { NumberField } from '../../../ui/forms/number-field.tsx';
import { Section } from '../../../ui/section.tsx';
import { ConfirmEntered } from './confirm-entered.tsx';
import { MergedMoney } from './merged-money.tsx';
import styles from './money-section.module.css';
import type { BookingFormState } from '../form-state/use-booking-form.ts';

/** The COD amount and how it is calculated. */
export function MoneySection({ booking }: { booking: BookingFormState }) {
  const { form, order, merged } = booking;
  return (
    <Section title="How much">
      <div className={styles.columns}>
        <NumberField
          label="COD amount"
          required
          withAsterisk={false}
          unit="Rs"
          description={codNote(booking)}
          {...form.field('cod_amount')}
        />
        {merged ? <MergedMoney merged={merged} /> : <OrderMoney order={order} />}
      </div>
      <ConfirmCod booking={booking} />
    </Section>
  );
}

/** Notes on rounding and on differences from the store. */
function codNote({ form, order, merged }: BookingFormState): ReactNode {
  const typed = numberIn(form.values.cod_amount, 'rupees');
  const collected = typed === undefined || typed < 0 ? undefined : roundedRupees(typed);
  const notes = [
    ...(collected !== undefined && collected !== typed
      ? [`Rounded to whole rupees: the courier collects ${formatRupees(collected)}.`]
      : []),
    ...(collected !== order.cod_amount
      ? [`${merged ? 'The orders say' : 'The store says'} ${formatRupees(order.cod_amount)}.`]
      : []),
  ];
  return notes.length > 0 ? notes.join(' ') : undefined;
}

/** An unusual amount needs confirmation of this exact amount. */
function ConfirmCod({ booking }: { booking: BookingFormState }) {
  const { asked, form } = booking;
  if (asked.cod.length === 0) return null;
  const cod = formatRupees(roundedRupees(numberIn(form.values.cod_amount, 'rupees') ?? 0));
  return (
    <div className={styles.confirm}>
      <ConfirmEntered booking={booking} issues={asked.cod} field="confirm_cod" label={`Yes, collect ${cod}`} />
    </div>
  );
}

const OrderMoney = ({ order }: { order: OrderData }) => (
  <dl className={styles.facts}>
    <Fact name="Order total">
      <Money amount={order.total} currency={order.currency} />
    </Fact>
    {Number(order.shipping) > 0 && (
      <Fact name="of which shipping">
        <Money amount={order.shipping} currency={order.currency} />
      </Fact>
    )}
    {order.has_discount && (
      <Fact name={['Discount', ...order.discount_names].join(' ')}>
        −<Money amount={order.applied_discount} currency={order.currency} />
      </Fact>
    )}
    {order.payment !== 'COD' && (
      <Fact name="Already paid">
        <Money amount={subtractMoney(order.total, order.outstanding)} currency={order.currency} />
      </Fact>
    )}
    <Fact name={order.payment === 'COD' ? 'To pay' : 'Still to pay'}>
      <Money amount={order.outstanding} currency={order.currency} />
    </Fact>
  </dl>
);

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
