import { inParts } from '@courierdesk/contract/in-parts';
import { seededRandom } from '../seeded-random.ts';
import type { InstalledShop } from '../isolated-stack/install-shop.ts';
import type { IsolatedStack } from '../isolated-stack/isolated-stack.ts';
import { bookBatch } from './book-batch.ts';
import type { BookedBatch } from './book-batch.ts';
import { openForm, sendBooking } from './book-through-api.ts';
import type { BookingOutcome } from './book-through-api.ts';
import { isCancellable, cancelNewBooking } from './cancel-new-booking.ts';
import type { CancelResult } from './cancel-new-booking.ts';
import { clickPatternFor } from './click-patterns.ts';
import type { ClickPattern, Press } from './click-patterns.ts';
import type { ProofOrder } from './place-orders.ts';
import type { ProofPlan } from './proof-plan.ts';

/** What people did with one order, or with a pair in one parcel, and all answers that they got, in that order. */
export type FormRecord = {
  orders: ProofOrder[];
  pattern: ClickPattern['kind'];
  answers: BookingOutcome[];
  /** Set if the booking was cancelled right after it was made. */
  cancelled?: { trackingNumber: string; result: CancelResult } | undefined;
  /** Answers to the booking that followed the cancel. */
  bookedAgain?: BookingOutcome[];
};

export type WorkOfPeople = {
  forms: FormRecord[];
  batches: BookedBatch[];
};

type Task = { kind: 'form'; orders: ProofOrder[]; pattern: ClickPattern; isCancelled: boolean } | BatchTask;
type BatchTask = { kind: 'batch'; orders: ProofOrder[] };

const peopleOfShop = 2;

/** Two people of a shop book all its orders, each one thing at a time. `onStart` is called for each order that is begun. */
export async function bookOrdersOfShop(
  stack: IsolatedStack,
  shop: InstalledShop,
  orders: ProofOrder[],
  plan: ProofPlan,
  onStart: () => void,
): Promise<WorkOfPeople> {
  const work: WorkOfPeople = { forms: [], batches: [] };
  const waiting = tasksFor(orders, plan);
  const person = async (): Promise<void> => {
    for (let task = waiting.shift(); task; task = waiting.shift()) {
      if (task.kind === 'batch') {
        work.batches.push(await bookBatch(stack, shop, task.orders, onStart));
        continue;
      }
      for (const _ of task.orders) onStart();
      work.forms.push(await bookByForm(stack, shop, task));
    }
  };
  await Promise.all(Array.from({ length: peopleOfShop }, person));
  return work;
}

function tasksFor(orders: ProofOrder[], plan: ProofPlan): Task[] {
  const random = seededRandom(plan.seed + Number(orders[0]?.id ?? 0));
  const inBatches = Math.floor(orders.length * 0.4);
  const inPairs = inBatches + Math.floor(orders.length * 0.05) * 2;
  // Orders beside each other are of one customer, so a pair can go in one parcel.
  const pairs = inParts(orders.slice(inBatches, inPairs), 2);
  const single = orders.slice(inPairs).map((order) => [order]);
  const byForm = [...pairs, ...single].map((group, index): Task => {
    const user = index % peopleOfShop;
    const pattern = clickPatternFor({ id: group[0]?.id ?? '', index }, user, { users: peopleOfShop, random });
    return { kind: 'form', orders: group, pattern, isCancelled: random() < plan.cancelShare && isCancellable(pattern) };
  });
  const batches = inParts(shuffled(orders.slice(0, inBatches), random), plan.batchSize).map((group): Task => ({
    kind: 'batch',
    orders: group,
  }));
  return shuffled([...byForm, ...batches], random);
}

const shuffled = <T>(values: T[], random: () => number): T[] =>
  values
    .map((value) => ({ value, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value);

async function bookByForm(
  stack: IsolatedStack,
  shop: InstalledShop,
  { orders, pattern, isCancelled }: Extract<Task, { kind: 'form' }>,
): Promise<FormRecord> {
  const record: FormRecord = { orders, pattern: pattern.kind, answers: await bookOnce(stack, shop, orders, pattern) };
  const booked = record.answers.find((one) => one.kind === 'booked');
  if (!isCancelled || !booked) return record;
  const { trackingNumber } = booked;
  const result = await cancelNewBooking(stack, shop.tokens[0] ?? '', trackingNumber);
  const cancelled = { ...record, cancelled: { trackingNumber, result } };
  if (result !== 'cancelled') return cancelled;
  const again = pattern.presses.slice(0, 1).map((press) => ({ ...press, key: `${press.key}-again` }));
  return { ...cancelled, bookedAgain: await bookOnce(stack, shop, orders, { kind: 'one click', presses: again }) };
}

/** How often a person tries again after "not booked, try again". */
const maxTries = 3;

export async function bookOnce(
  stack: IsolatedStack,
  shop: InstalledShop,
  orders: ProofOrder[],
  { presses }: ClickPattern,
): Promise<BookingOutcome[]> {
  const answers: BookingOutcome[] = [];
  for (let attempt = 1; attempt <= maxTries; attempt += 1) {
    const received = await pressAll(stack, shop, orders, presses, attempt);
    answers.push(...received);
    if (received.some((answer) => answer.kind !== 'not booked')) break;
  }
  return answers;
}

/** All people have the form open before the first one clicks. */
async function pressAll(
  stack: IsolatedStack,
  shop: InstalledShop,
  orders: ProofOrder[],
  presses: Press[],
  attempt: number,
): Promise<BookingOutcome[]> {
  const forms = new Map<string, ReturnType<typeof openForm>>();
  const [first] = orders;
  const subject = first && orders.length === 1 ? first : orders;
  for (const { user, company } of presses) {
    const person = `${user} ${company}`;
    if (!forms.has(person)) forms.set(person, openForm(stack, shop, shop.tokens[user] ?? '', subject, company));
  }
  await Promise.all(forms.values());
  return Promise.all(
    presses.map(async ({ user, company, key }) => {
      const opened = await forms.get(`${user} ${company}`);
      if (!opened) throw new Error('a form was not opened');
      if (!('form' in opened)) return opened;
      return sendBooking(stack, shop.tokens[user] ?? '', opened.form, `${key}-${attempt}`);
    }),
  );
}
