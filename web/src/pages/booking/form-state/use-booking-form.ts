import type { OrderData } from '@courierdesk/contract/order-data';
import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import { numberIn, roundedRupees } from '@courierdesk/contract/typed-numbers';
import { whyUnusualCod } from '@courierdesk/contract/unusual-cod';
import type { Issue } from '@courierdesk/contract/issues';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { citiesQuery } from '../../../api/booking.ts';
import { hasCode, messageOf } from '../../../lib/failures.ts';
import { isInterrupted } from '../../../lib/interrupted-work.ts';
import { useSchemaForm } from '../../../ui/forms/use-schema-form.ts';
import { dropDraft, readDraft, writeDraft } from './booking-draft.ts';
import type { BookingSubject } from './booking-subject.ts';
import { orderChange, type OrderChange } from './order-change.ts';
import { useSendBooking } from './use-send-booking.ts';
import {
  baseOfDraft,
  bookingBody,
  bookingProblems,
  destinationOf,
  withNewStart,
  isTyped,
  startingAccount,
  startingValues,
  weightOf,
  weightText,
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
  const [numberToVoid, setNumberToVoid] = useState(
    order.void_needed ? `${order.void_needed.courier} ${order.void_needed.tracking_number}` : '',
  );
  const [confirmReturned, setConfirmReturned] = useState(
    (merged?.orders ?? [order]).some((one) => one.held_by?.returned === true),
  );
  const [codRefused, setCodRefused] = useState<{ cod: string; why: string }>();
  /** The server refused: already booked or fulfilled. */
  const [taken, setTaken] = useState(false);
  const { sending, send, isSentOrSending } = useSendBooking(subject);

  const changesSeen = useRef(false);

  const deliver = async (values: BookingValues): Promise<void> => {
    if (blocked) return;
    const confirmChanges = changesSeen.current;
    changesSeen.current = false;
    const account = accounts.find((one) => one.id === values.tracking_account);
    const body = bookingBody(order, version, values, destinationOf(values, cities.data), account);
    try {
      await send({ ...body, confirm_changes: confirmChanges });
    } catch (error) {
      const change = orderChange(error);
      if (change) return setChanged(change);
      if (hasCode(error, 'order-not-voided'))
        setNumberToVoid(`${String(error.detail?.['courier'])} ${String(error.detail?.['tracking_number'])}`);
      // The store says something new of the order: the refreshed page shows it.
      if (hasCode(error, 'order-not-confirmed')) subject.refresh().catch(() => undefined);
      if (hasCode(error, 'cod-unconfirmed')) {
        setCodRefused({ cod: values.cod_amount, why: messageOf(error) });
        changesSeen.current = confirmChanges;
      }
      if (hasCode(error, 'order-already-booked') && error.detail?.['returned'] === true) setConfirmReturned(true);
      else if (hasCode(error, 'order-already-booked') || hasCode(error, 'order-already-fulfilled')) {
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
    keepsOwnDraft: true,
    notYet: (): boolean => readingCities,
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
      : isBlocked(order, confirmReturned));
  const cod = numberIn(values.cod_amount, 'rupees');
  /** Why this COD needs confirmation, found by the form or by the server. */
  const unusualCod =
    cod === undefined
      ? undefined
      : (whyUnusualCod({ cod: roundedRupees(cod), outstanding: order.outstanding, usual: order.usual_cod }) ??
        (codRefused?.cod === values.cod_amount ? codRefused.why : undefined));
  const warnings = warningsOf(subject);
  const problems = bookingProblems(bookingBody(order, version, values, destination, account), {
    voided: numberToVoid,
    returned: confirmReturned,
    cod: unusualCod,
    warnings,
  });
  const touched = isTyped(values, base);
  const typed = isTyped(values, startingValues(order, account));

  const { clearError } = form;
  const hasDestination = destination !== undefined;
  useEffect(() => {
    if (hasDestination) clearError('destination_city');
  }, [hasDestination, clearError]);
  useEffect(() => {
    if (touched) writeDraft(order.id, { values, base, version });
    else dropDraft(order.id);
  }, [order.id, values, base, version, touched]);
  useEffect(
    () => () => {
      if (!isSentOrSending() && !isInterrupted()) dropDraft(order.id);
    },
    [order.id, isSentOrSending],
  );

  const restart = (fresh: OrderData, next: BookingValues): void => {
    const from = startingValues(fresh, startingAccount(accounts, fresh));
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
    numberToVoid,
    confirmReturned,
    unusualCod,
    /** What the store says of the orders, which a person must confirm. */
    warnings,
    changed,
    chooseAccount: (id: string): void => {
      const next = accounts.find((one) => one.id === id);
      if (values.weight === weightText(weightOf(order, account))) form.set('weight', weightText(weightOf(order, next)));
      form.set('tracking_account', id);
    },
    chooseCity: (id: string, name: string): void => {
      form.set('destination_account', values.tracking_account);
      form.set('destination_name', name);
      form.set('destination_city', id);
    },
    /** Uses the name and address of one of the orders. */
    sendTo: (one: OrderData): void => {
      const { consignee_name, consignee_phone, consignee_address, city } = startingValues(one, undefined);
      for (const [name, value] of Object.entries({ consignee_name, consignee_phone, consignee_address, city }))
        form.set(name, value);
      if (city === values.city) return;
      for (const name of ['destination_city', 'destination_name', 'destination_account']) form.set(name, '');
    },
    startOver: (): void => restart(order, startingValues(order, startingAccount(accounts, order))),
    closeChanges: () => setChanged(undefined),
    bookAsTyped: (): void => {
      setChanged(undefined);
      changesSeen.current = true;
      form.submit();
    },
    takeStoreValues: async (): Promise<void> => {
      const fresh = (await subject.refresh()).order;
      restart(fresh, withNewStart(values, base, startingValues(fresh, startingAccount(accounts, fresh)), 'store'));
      setChanged(undefined);
    },
  };
}

const warningsOf = ({ order, merged }: BookingSubject): Issue[] =>
  (merged?.orders ?? [order]).flatMap((one) =>
    one.issues.flatMap((issue) =>
      issue.level === 'warning' ? [{ ...issue, msg: merged ? `${one.order_name}: ${issue.msg}` : issue.msg }] : [],
    ),
  );

/** `returned`: the order's last parcel came back, so it may be sent again. */
const isBlocked = ({ state }: OrderData, returned: boolean): boolean =>
  state === 'cancelled' || state === 'fulfilled' || (state === 'held' && !returned);

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
