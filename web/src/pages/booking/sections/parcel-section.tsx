import { numberIn } from '@courierdesk/contract/typed-numbers';
import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import { whyBookedHeavier, type StartingWeight } from '@courierdesk/contract/weights';
import { Button, Textarea, TextInput } from '@mantine/core';
import { NumberField } from '../../../ui/forms/number-field.tsx';
import { notAutofilled } from '../../../ui/forms/not-autofilled.ts';
import { OrderItems } from '../../../parts/shipments/order-items.tsx';
import { Section } from '../../../ui/section.tsx';
import { weightOf } from '../form-state/booking-values.ts';
import type { BookingFormState } from '../form-state/use-booking-form.ts';
import styles from './parcel-section.module.css';
import { formatCount } from '@courierdesk/contract/count-text';

/** What is in the parcel. */
export function ParcelSection({ booking }: { booking: BookingFormState }) {
  const { form, order, merged, account } = booking;
  return (
    <Section title="What">
      {order.line_items.length > 0 ? (
        <OrderItems items={order.line_items} />
      ) : (
        <p className={styles.none}>
          {order.held_by?.returned && !merged
            ? 'The items of the returned parcel are sent again.'
            : merged
              ? 'These orders have nothing left to ship.'
              : 'This order has nothing left to ship.'}
        </p>
      )}
      <div className={styles.fields}>
        <Textarea
          className={styles.wide}
          label="Products list"
          description="Printed on the label."
          required
          withAsterisk={false}
          autosize
          minRows={1}
          maxRows={6}
          dir="auto"
          {...notAutofilled}
          {...form.field('products_list')}
        />
        <NumberField label="Pieces" required withAsterisk={false} {...form.field('pieces')} />
        <NumberField
          label="Weight"
          required
          withAsterisk={false}
          unit="g"
          description={weightNote(form.values.weight, weightOf(order, account), account)}
          {...form.field('weight')}
        />
        <TextInput label="Shipping type" value="Overnight" readOnly classNames={fixed} />
        <Textarea
          className={styles.wide}
          label="Remarks (optional)"
          description="For the rider. Phones 2 and 3 are added automatically."
          autosize
          minRows={1}
          maxRows={6}
          dir="auto"
          {...notAutofilled}
          {...form.field('remarks')}
        />
        {order.note && order.note !== order.remarks && <NoteOfOrder booking={booking} />}
        <Textarea
          label={merged ? 'Order names' : 'Order name'}
          value={order.order_name}
          readOnly
          autosize
          className={merged ? styles.wide : undefined}
          classNames={fixed}
        />
        <Textarea
          label={merged ? 'Order ids' : 'Order id'}
          value={(merged?.orders ?? [order]).map((one) => one.platform_order_id).join(', ')}
          readOnly
          autosize
          className={merged ? styles.wide : styles.id}
          classNames={fixed}
        />
      </div>
    </Section>
  );
}

/** What the order says to everybody: the rider reads it only if a person adds it to the remarks. */
function NoteOfOrder({ booking: { form, order } }: { booking: BookingFormState }) {
  const { remarks } = form.values;
  return (
    <div className={styles.note}>
      <span>Note in Shopify (the rider does not see it):</span>
      <q dir="auto">{order.note}</q>
      {!remarks.includes(order.note) && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => form.set('remarks', [remarks, order.note].filter(Boolean).join(' / '))}
        >
          Add to the remarks
        </Button>
      )}
    </div>
  );
}

/** The source of the weight, or the weight it would be otherwise. Says when the courier's minimum is booked instead. */
function weightNote(typed: string, weight: StartingWeight, account: AccountChoice | undefined): string {
  const entered = numberIn(typed, 'grams');
  const heavier = account && entered !== undefined && whyBookedHeavier(entered, account.company);
  return [sourceNote(entered, weight, account), heavier].filter(Boolean).join(' ');
}

function sourceNote(entered: number | undefined, weight: StartingWeight, account: AccountChoice | undefined): string {
  const { grams } = weight;
  const source = {
    store: 'the store',
    account: `the courier account ${account?.name ?? ''}`,
    shop: 'your default weight in Settings',
    mixed: 'the store for some orders, and a default weight for the others',
    none: '',
  }[weight.source];
  if (entered === grams) return `From ${source}.`;
  return grams === 0 ? 'Neither the store nor your settings have a weight.' : `${formatCount(grams)} g from ${source}.`;
}

/** Styles of read-only values. */
const fixed = { input: styles.fixed };
