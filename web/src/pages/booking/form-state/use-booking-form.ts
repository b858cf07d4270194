import type { OrderData } from '@courierdesk/contract/order-data';
import type { City } from '@courierdesk/contract/cities';
import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import { isConfirmed, type Issue } from '@courierdesk/contract/issues';
import { useEffect, useRef, useState } from 'react';
import { useSchemaForm, type FormProblem } from '../../../ui/forms/use-schema-form.ts';
import { readDraft } from './booking-draft.ts';
import type { BookingSubject } from './booking-subject.ts';
import { issuesToConfirm } from './issues-to-confirm.ts';
import { orderChange, type OrderChange } from './order-change.ts';
import { useBookingDraft } from './use-booking-draft.ts';
import { useDestination } from './use-destination.ts';
import { useRefusedBooking } from './use-refused-booking.ts';
import { useSendBooking } from './use-send-booking.ts';
import {
  baseOfDraft,
  bookingBody,
  bookingProblems,
  confirmationsIn,
  destinationOf,
  withNewStart,
  isTyped,
  receiverOf,
  startAfterChange,
  startingAccount,
  startingValues,
  weightOf,
  weightText,
  withConfirmed,
  type BookingBody,
  type BookingValues,
} from './booking-values.ts';

export type BookingFormState = ReturnType<typeof useBookingForm>;

/** State and actions of the booking form. */
export function useBookingForm(subject: BookingSubject, accounts: readonly AccountChoice[]) {
  const { order, merged } = subject;
  const [start] = useState(() => startOf(order, accounts));
  const [base, setBase] = useState(start.base);
  const [version, setVersion] = useState(start.version);
  const [changed, setChanged] = useState<OrderChange>();
  /** What changed in the store since the form opened, and the person books all the same. */
  const seen = useRef<OrderChange>(undefined);
  const refused = useRefusedBooking(subject);
  const { sending, send, isSentOrSending } = useSendBooking(subject);

  const accountOf = (id: string): AccountChoice | undefined => accounts.find((one) => one.id === id);
  const bodyOf = (values: BookingValues): BookingBody => {
    const account = accountOf(values.tracking_account);
    return bookingBody(order, version, values, destinationOf(values, cities.data), account);
  };
  const save = async (values: BookingValues): Promise<void> => {
    if (blocked) return;
    const body = bodyOf(values);
    try {
      await send(seen.current ? { ...body, version: seen.current.versions.join(',') } : body, seen.current?.sums);
    } catch (error) {
      const change = orderChange(error);
      if (change) return setChanged(change);
      refused.read(error, values);
      throw error;
    }
  };

  const form = useSchemaForm<BookingValues>({
    initial: start.values,
    schema: () => problems,
    save,
    hasOwnDraft: true,
    loading: (): boolean => readingCities,
  });
  const { values } = form;
  const account = accountOf(values.tracking_account);
  const { cities, destination, readingCities, cityProblem } = useDestination(values, account);
  const blocked = refused.isTaken || (merged?.orders ?? [order]).some(isBlocked);
  const asked = issuesToConfirm(subject, values, refused.cod);
  const problems: FormProblem[] = bookingProblems(bodyOf(values), asked, cityProblem).filter(
    ({ field }) => !(readingCities && field === 'destination_city'),
  );
  const typed = isTyped(values, startingValues(order, account));

  const { clearError, submit, waiting } = form;
  const hasDestination = destination !== undefined;
  useEffect(() => {
    if (hasDestination) clearError('destination_city');
  }, [hasDestination, clearError]);
  // Book was pressed while the cities were loading.
  useEffect(() => {
    if (waiting && !readingCities) submit();
  }, [waiting, readingCities, submit]);
  useBookingDraft(order.id, { values, base, version }, { isTouched: isTyped(values, base), isSentOrSending });

  const setCity = (id: string, name: string): void => {
    form.set('destination_account', values.tracking_account);
    form.set('destination_name', name);
    form.set('destination_city', id);
  };
  const restart = (fresh: OrderData, next: BookingValues): void => {
    const from = startingValues(fresh, startingAccount(accounts, fresh));
    seen.current = undefined;
    setBase(from);
    setVersion(fresh.version);
    form.saved(next);
  };

  return {
    form,
    order,
    /** The merged orders, if several. */
    merged,
    accounts,
    account,
    cities,
    readingCities,
    destination,
    problems,
    typed,
    restored: start.restored,
    sending,
    /** Booking is impossible now; the page says why. */
    blocked,
    isSentOrSending,
    /** What a person must confirm. */
    asked,
    isConfirmed: (issues: readonly Issue[]): boolean =>
      issues.every((issue) => isConfirmed(issue, confirmationsIn(values))),
    confirm: (issues: readonly Issue[], isTicked: boolean): void =>
      form.set('confirmed', withConfirmed(values, issues, isTicked)),
    changed,
    chooseAccount: (id: string): void => {
      if (values.weight === weightText(weightOf(order, account)))
        form.set('weight', weightText(weightOf(order, accountOf(id))));
      form.set('tracking_account', id);
    },
    chooseCity: ({ id, name }: City): void => setCity(id, name),
    typeCity: (text: string): void => setCity('', text),
    /** Uses the person and the address of one of the orders. */
    sendTo: (one: OrderData): void => {
      const receiver = receiverOf(one, values);
      for (const [name, value] of Object.entries(receiver)) form.set(name, value);
      if (receiver.city === values.city) return;
      for (const name of ['destination_city', 'destination_name', 'destination_account']) form.set(name, '');
    },
    startOver: (): void => restart(order, startingValues(order, startingAccount(accounts, order))),
    closeChanges: () => setChanged(undefined),
    bookAsTyped: (): void => {
      setChanged(undefined);
      seen.current = changed;
      form.submit();
    },
    takeStoreValues: async (): Promise<void> => {
      const fresh = (await subject.refresh()).order;
      restart(fresh, withNewStart(values, base, startAfterChange(fresh, accounts, values, base), 'store'));
      setChanged(undefined);
    },
  };
}

/** An order whose last parcel came back may be sent again. */
const isBlocked = ({ state, held_by }: OrderData): boolean =>
  state === 'cancelled' ||
  state === 'fulfilled' ||
  state === 'nothing-to-ship' ||
  (state === 'held' && held_by?.returned !== true);

/** Starting state: the order's values, with a draft from before a reload. */
function startOf(order: OrderData, accounts: readonly AccountChoice[]) {
  const base = startingValues(order, startingAccount(accounts, order));
  const draft = readDraft(order.id, base);
  if (!draft) return { base, values: base, version: order.version, restored: false };
  const values = withNewStart(draft.values, draft.base, base, 'form');
  const usable = accounts.some((one) => one.id === values.tracking_account && one.missing_to_book.length === 0);
  return {
    base: baseOfDraft(draft.values, draft.base, base),
    values: usable ? values : { ...values, tracking_account: base.tracking_account },
    version: draft.version,
    restored: isTyped(values, base),
  };
}
