import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Consignment, Courier, NewConsignment } from './consignment.ts';
import { consignmentId } from './consignment.ts';
import { pathFor, isFinal, lifeCycleOf } from './routes.ts';
import { pakistanDay } from '../../core/pakistan-time.ts';
import { pushStatusUpdates } from './pushes.ts';
import { firstEvents } from './scan.ts';

/** All consignments of the four couriers, with indexes by reference and by day. */
type ConsignmentBook = {
  add(consignment: NewConsignment): Consignment;
  save(consignment: Consignment): void;
  find(courier: Courier, trackingNumber: string): Consignment | undefined;
  byReference(courier: Courier, account: string, reference: string): Consignment[];
  /** By day of booking in Pakistan, both days inclusive, `YYYY-MM-DD`. */
  bookedBetween(courier: Courier, account: string, fromDay: string, toDay: string): Consignment[];
  all(): Iterable<Consignment>;
  moving(): Iterable<Consignment>;
};

const booksByContext = new WeakMap<SandboxContext, ConsignmentBook>();

export function consignmentBook(context: SandboxContext): ConsignmentBook {
  const known = booksByContext.get(context);
  if (known) return known;
  const opened = openBook(context);
  booksByContext.set(context, opened);
  return opened;
}

const maxRangeDays = 400;
const dayMs = 86_400_000;

function openBook(context: SandboxContext): ConsignmentBook {
  const store = context.state.collection<Consignment>('consignments');
  const references = new Map<string, string[]>();
  const days = new Map<string, string[]>();
  const moving = new Set<string>();

  function index(parcel: Consignment): void {
    const id = consignmentId(parcel.courier, parcel.tracking_number);
    append(references, referenceKey(parcel.courier, parcel.account, parcel.reference), id);
    append(days, dayKey(parcel.courier, parcel.account, pakistanDay(new Date(parcel.booked_at))), id);
    updateMoving(id, parcel);
  }

  function updateMoving(id: string, parcel: Consignment): void {
    if (isFinal(parcel.stage) && (parcel.stage !== 'delivered' || parcel.paid_at)) moving.delete(id);
    else moving.add(id);
  }

  function listed(ids: string[] | undefined): Consignment[] {
    return (ids ?? []).flatMap((id) => store.get(id) ?? []);
  }

  for (const parcel of store.values()) index(parcel);
  context.state.onReset(() => {
    references.clear();
    days.clear();
    moving.clear();
  });

  return {
    add(input) {
      const booked = lifeCycleOf(input.courier).booked;
      const parcel: Consignment = {
        ...input,
        path: pathFor(input.tracking_number),
        state: 0,
        status: booked.status,
        stage: booked.stage,
        moved_at: input.booked_at,
        events: firstEvents(input, booked),
        cancelled: false,
        load_sheet: null,
        paid_at: null,
      };
      store.put(consignmentId(parcel.courier, parcel.tracking_number), parcel);
      index(parcel);
      return parcel;
    },
    save(parcel) {
      const id = consignmentId(parcel.courier, parcel.tracking_number);
      const before = store.get(id);
      store.put(id, parcel);
      updateMoving(id, parcel);
      pushStatusUpdates(context, before, parcel);
    },
    find: (courier, trackingNumber) => store.get(consignmentId(courier, trackingNumber)),
    byReference: (courier, account, reference) => listed(references.get(referenceKey(courier, account, reference))),
    bookedBetween(courier, account, fromDay, toDay) {
      return daysBetween(fromDay, toDay).flatMap((day) => listed(days.get(dayKey(courier, account, day))));
    },
    all: () => store.values(),
    *moving() {
      // A parcel can leave the set during the loop; the iterator of a Set allows that.
      for (const id of moving) {
        const parcel = store.get(id);
        if (parcel) yield parcel;
      }
    },
  };
}

function append(map: Map<string, string[]>, key: string, id: string): void {
  const ids = map.get(key);
  if (ids) ids.push(id);
  else map.set(key, [id]);
}

function daysBetween(fromDay: string, toDay: string): string[] {
  const days: string[] = [];
  const last = Date.parse(toDay);
  for (let day = Date.parse(fromDay); day <= last && days.length < maxRangeDays; day += dayMs) {
    days.push(new Date(day).toISOString().slice(0, 10));
  }
  return days;
}

const referenceKey = (courier: Courier, account: string, reference: string): string =>
  `${courier}|${account}|${reference}`;

const dayKey = (courier: Courier, account: string, day: string): string => `${courier}|${account}|${day}`;
