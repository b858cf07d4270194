import { normaliseCity } from '@courierdesk/contract/city-names';
import type { Correction, OrderData } from '@courierdesk/contract/order-data';
import { numberIn } from '@courierdesk/contract/typed-numbers';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Notice } from '../../../ui/notice.tsx';
import type { BookingFormState } from '../form-state/use-booking-form.ts';
import styles from './notices.module.css';

const fieldLabel: Record<Correction['field'], string> = {
  consignee_name: 'Name',
  consignee_phone: 'Phone',
  consignee_address: 'Address',
  destination_city: 'City',
  cod_amount: 'COD',
  tracking_account: 'Account',
};

type Offer = Correction & { key: string; use: (() => void) | undefined };

/** What people entered for this order elsewhere, to take over with one click, and where else it waits to be booked. */
export function CorrectionsNotice({ booking }: { booking: BookingFormState }) {
  const { order, merged } = booking;
  const orders = merged?.orders ?? [order];
  const [used, setUsed] = useState<readonly string[]>([]);
  const offers = orders.flatMap((one) => offersOf(booking, one)).filter(({ key }) => !used.includes(key));
  const elsewhere = orders.flatMap((one) =>
    one.issues.flatMap(({ code, msg }) =>
      code === 'in-other-batch' ? [{ name: one.order_name, msg: merged ? `${one.order_name}: ${msg}` : msg }] : [],
    ),
  );
  if (booking.blocked || offers.length + elsewhere.length === 0) return null;
  const usable = offers.filter(({ use }) => use);
  const take = (taken: readonly Offer[]): void => {
    for (const { use } of taken) use?.();
    setUsed([...used, ...taken.map(({ key }) => key)]);
  };
  return (
    <Notice tone="info">
      {elsewhere.map(({ name, msg }) => (
        <p key={name} className={styles.warning}>
          {msg}
        </p>
      ))}
      {offers.length > 0 && (
        <>
          <strong>Entered for this order before</strong>
          <ul className={styles.offers}>
            {offers.map((offer) => (
              <li key={offer.key} className={styles.offer}>
                <span>
                  {fieldLabel[offer.field]}: <bdi>{offer.shown}</bdi>, in {offer.where}
                </span>
                {offer.use ? (
                  <Button
                    variant="default"
                    size="compact-xs"
                    aria-label={`Use ${offer.shown} for the ${fieldLabel[offer.field]}`}
                    onClick={() => take([offer])}
                  >
                    Use
                  </Button>
                ) : (
                  <span>Not in the courier’s list: choose the city below.</span>
                )}
              </li>
            ))}
          </ul>
          {usable.length > 1 && (
            <Button variant="default" size="compact-sm" onClick={() => take(usable)}>
              Use all
            </Button>
          )}
        </>
      )}
    </Notice>
  );
}

/** The corrections that the form does not show already. */
function offersOf(booking: BookingFormState, order: OrderData): Offer[] {
  const { form, merged, cities, destination, accounts } = booking;
  return order.corrections.flatMap((correction): Offer[] => {
    const { field, value } = correction;
    const offer = (isShown: boolean, use: Offer['use']): Offer[] => {
      const shown = merged ? `${correction.shown} (${order.order_name})` : correction.shown;
      return isShown ? [] : [{ ...correction, shown, key: `${order.id} ${field} ${value}`, use }];
    };
    switch (field) {
      case 'destination_city': {
        const city = cities.data?.cities.find((one) => normaliseCity(one.name) === normaliseCity(value));
        if (!cities.data) return [];
        return offer(destination?.id === city?.id && city !== undefined, city && (() => booking.chooseCity(city)));
      }
      case 'tracking_account': {
        if (!accounts.some(({ id, missing_to_book: missing }) => id === value && missing.length === 0)) return [];
        return offer(form.values.tracking_account === value, () => booking.chooseAccount(value));
      }
      case 'cod_amount': {
        const typed = numberIn(form.values.cod_amount, 'rupees');
        if (typed === undefined) return [];
        if (!merged) return offer(typed === Number(value), () => form.set('cod_amount', String(Number(value))));
        // The amount of this order is one of several in the sum, which other corrections may have changed already.
        return offer(false, () =>
          form.set('cod_amount', (sum) => String((numberIn(sum, 'rupees') ?? 0) - order.cod_amount + Number(value))),
        );
      }
      default:
        return offer(form.values[field] === value, () => form.set(field, value));
    }
  });
}
