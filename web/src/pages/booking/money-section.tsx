import type { OrderData } from '@courierdesk/contract/booking';
import { subtractMoney } from '@courierdesk/contract/money';
import { NumberInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Money } from '../../ui/money.tsx';
import { Section } from '../../ui/section.tsx';
import { MergedMoney } from './merged-money.tsx';
import styles from './money-section.module.css';
import type { BookingFormState } from './use-booking-form.ts';

/** How much the rider collects, and where the figure comes from. */
export function MoneySection({ booking: { form, order, merged } }: { booking: BookingFormState }) {
  const differs = Number(form.values.cod_amount) !== order.cod_amount;
  return (
    <Section title="How much">
      <div className={styles.columns}>
        <NumberInput
          label="COD amount"
          required
          withAsterisk={false}
          allowDecimal={false}
          prefix="Rs "
          step={10}
          description={
            differs ? (
              <>
                {merged ? 'The orders say' : 'The store says'} <Money amount={order.cod_amount} />
              </>
            ) : undefined
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.field('cod_amount')}
        />
        {merged ? <MergedMoney merged={merged} /> : <OrderMoney order={order} />}
      </div>
    </Section>
  );
}

const OrderMoney = ({ order }: { order: OrderData }) => (
  <dl className={styles.facts}>
    <Fact name="Order total">
      <Money amount={order.total} />
    </Fact>
    {Number(order.shipping) > 0 && (
      <Fact name="of which shipping">
        <Money amount={order.shipping} />
      </Fact>
    )}
    {order.has_discount && (
      <Fact name={['Discount', ...order.discount_names].join(' ')}>
        −<Money amount={order.applied_discount} />
      </Fact>
    )}
    {order.payment !== 'COD' && (
      <Fact name="Paid already">
        <Money amount={subtractMoney(order.total, order.outstanding)} />
      </Fact>
    )}
    <Fact name={order.payment === 'COD' ? 'To pay' : 'Still to pay'}>
      <Money amount={order.outstanding} />
    </Fact>
  </dl>
);

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
