import type { OrderData } from '@courierdesk/contract/order-data';
import type { City } from '@courierdesk/contract/cities';
import { companyName } from '@courierdesk/contract/companies';
import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import { isConfirmed, Issue } from '@courierdesk/contract/issues';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { useEffect, useRef, useState } from 'react';
import { citiesQuery } from '../../../api/booking.ts';
import { hasCode } from '../../../lib/failures.ts';
import { currentAddress, isInterrupted } from '../../../lib/interrupted-work.ts';
import { unclearCity } from '../../../parts/shipments/city-options.ts';
import { useSchemaForm } from '../../../ui/forms/use-schema-form.ts';
import { dropDraft, readDraft, writeDraft } from './booking-draft.ts';
import type { BookingSubject } from './booking-subject.ts';
import { issuesToConfirm, type RefusedCod } from './issues-to-confirm.ts';
import { orderChange, type OrderChange } from './order-change.ts';
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
  startingAccount,
  startingValues,
  weightOf,
  weightText,
  withConfirmed,
  type BookingValues,
} from './booking-values.ts';

export type BookingFormState = ReturnType<typeof useBookingForm>;

/** State and actions of the booking form. */
export function useBookingForm(subject: BookingSubject, accounts: readonly AccountChoice[]) {
  const { order, merged } = subject;
  const [address] = useState(currentAddress);
  const [start] = useState(() => startOf(order, accounts));
  const [base, setBase] = useState(start.base);
  const [version, setVersion] = useState(start.version);
  const [changed, setChanged] = useState<OrderChange>();
  const [codRefused, setCodRefused] = useState<RefusedCod>();
  /** What changed in the store since the form opened, and the person books all the same. */
  const seen = useRef<OrderChange>(undefined);
  /** The server refused: already booked or fulfilled. */
  const [taken, setTaken] = useState(false);
  const { sending, send, isSentOrSending } = useSendBooking(subject);

  const deliver = async (values: BookingValues): Promise<void> => {
    if (blocked) return;
    const account = accounts.find((one) => one.id === values.tracking_account);
    const body = bookingBody(
      order,
      seen.current?.versions.join(',') ?? version,
      values,
      destinationOf(values, cities.data),
      account,
    );
    try {
      await send(body, seen.current?.sums);
    } catch (error) {
      const change = orderChange(error);
      if (change) return setChanged(change);
      const cameBack = hasCode(error, 'order-already-booked') && error.detail?.['returned'] === true;
      // Something new about the order: the refreshed page asks.
      if (cameBack || hasCode(error, 'order-not-confirmed') || hasCode(error, 'order-not-voided'))
        subject.refresh().catch(() => undefined);
      else if (hasCode(error, 'cod-unconfirmed'))
        setCodRefused({
          ...{ cod: values.cod_amount, account: values.tracking_account },
          issues: z.array(Issue).parse(error.detail?.['issues']),
        });
      else if (takenCodes.some((code) => hasCode(error, code))) {
        setTaken(true);
        // For several orders, the refreshed page names the order and offers to leave it out.
        if (merged) subject.refresh().catch(() => undefined);
      }
      throw error;
    }
  };

  const form = useSchemaForm<BookingValues>({
    initial: start.values,
    schema: () => problems,
    save: deliver,
    hasOwnDraft: true,
    loading: (): boolean => readingCities,
  });
  const { values } = form;
  const account = accounts.find((one) => one.id === values.tracking_account);
  const cities = useQuery({ ...citiesQuery(values.tracking_account, values.city), enabled: account !== undefined });
  const destination = destinationOf(values, cities.data);
  /** The destination may be certain once the cities load: until then nothing is missing and booking waits. */
  const readingCities: boolean = destination === undefined && cities.isLoading;
  const blocked =
    taken ||
    (merged
      ? merged.orders.some((one) => isBlocked(one, one.held_by?.returned === true))
      : isBlocked(order, order.held_by?.returned === true));
  const asked = issuesToConfirm(subject, values, codRefused);
  const unclear = account && !destination && !readingCities && values.destination_name.trim() !== '';
  const problems = bookingProblems(
    bookingBody(order, version, values, destination, account),
    asked,
    unclear ? unclearCity(values.destination_name, companyName[account.company]) : undefined,
  );
  const touched = isTyped(values, base);
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
  useEffect(() => {
    if (touched) writeDraft(order.id, { values, base, version });
    else dropDraft(order.id);
  }, [order.id, values, base, version, touched]);
  useEffect(
    () => () => {
      if (!isSentOrSending() && !isInterrupted(address)) dropDraft(order.id);
    },
    [order.id, address, isSentOrSending],
  );

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
      const next = accounts.find((one) => one.id === id);
      if (values.weight === weightText(weightOf(order, account))) form.set('weight', weightText(weightOf(order, next)));
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
      restart(fresh, withNewStart(values, base, startingValues(fresh, startingAccount(accounts, fresh)), 'store'));
      setChanged(undefined);
    },
  };
}

/** Nothing of the order can be booked any more. */
const takenCodes = ['order-already-booked', 'order-already-fulfilled', 'nothing-to-ship'] as const;

/** `returned`: the order's last parcel came back, so it may be sent again. */
const isBlocked = ({ state }: OrderData, returned: boolean): boolean =>
  state === 'cancelled' || state === 'fulfilled' || state === 'nothing-to-ship' || (state === 'held' && !returned);

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
