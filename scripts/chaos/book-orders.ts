import { seededRandom } from '../seeded-random.ts';
import type { InstalledShop } from '../isolated-stack/install-shop.ts';
import type { IsolatedStack } from '../isolated-stack/isolated-stack.ts';
import type { ChaosOrder } from './chaos-orders.ts';
import type { ChaosPlan } from './chaos-plan.ts';
import { clickPatternFor } from './click-patterns.ts';
import type { ClickPattern, Press } from './click-patterns.ts';
import { openForm, sendBooking } from './book-through-api.ts';
import type { BookingOutcome } from './book-through-api.ts';
import { isCancellable, cancelNewBooking } from './cancel-new-booking.ts';
import type { CancelResult } from './cancel-new-booking.ts';

/** All answers that people got about an order, in the order in which they got them. */
export type OrderRecord = {
  order: ChaosOrder;
  pattern: ClickPattern['kind'];
  answers: BookingOutcome[];
  /** Set if the booking was cancelled right after it was made. */
  cancelled?: CancelResult | undefined;
};

/** Books every order once and cancels some. Each client books one at a time. `onStart` gets the number of orders begun. */
export async function bookOrders(
  stack: IsolatedStack,
  shop: InstalledShop,
  orders: ChaosOrder[],
  plan: ChaosPlan,
  onStart: (begun: number) => void,
): Promise<OrderRecord[]> {
  const random = seededRandom(plan.seed);
  const patterns = orders.map((order, index) =>
    clickPatternFor({ name: order.name, index }, index % plan.clients, {
      seed: plan.seed,
      users: plan.clients,
      random,
    }),
  );
  const cancelRandom = seededRandom(plan.seed + 2000);
  const cancels = patterns.map((pattern) => cancelRandom() < plan.cancelShare && isCancellable(pattern));
  const records: OrderRecord[] = [];
  let begun = 0;
  const client = async (): Promise<void> => {
    for (let index = begun++; index < orders.length; index = begun++) {
      onStart(index + 1);
      const [order, pattern] = [orders[index], patterns[index]];
      if (!order || !pattern) continue;
      const record = await bookOne(stack, shop, order, pattern);
      const token = shop.tokens[index % plan.clients] ?? '';
      records.push(
        cancels[index] ? { ...record, cancelled: await cancelNewBooking(stack, token, record.answers) } : record,
      );
    }
  };
  await Promise.all(Array.from({ length: plan.clients }, client));
  return records;
}

/** How often a person tries again after "not booked, try again". */
const maxTries = 3;

export async function bookOne(
  stack: IsolatedStack,
  shop: InstalledShop,
  order: ChaosOrder,
  pattern: ClickPattern,
): Promise<OrderRecord> {
  const answers: BookingOutcome[] = [];
  for (let attempt = 1; attempt <= maxTries; attempt += 1) {
    const received = await pressAll(stack, shop, order, pattern.presses, attempt);
    answers.push(...received);
    if (received.some((answer) => answer.kind !== 'not booked')) break;
  }
  return { order, pattern: pattern.kind, answers };
}

/** All people have the form open before the first one clicks. */
async function pressAll(
  stack: IsolatedStack,
  shop: InstalledShop,
  order: ChaosOrder,
  presses: Press[],
  attempt: number,
): Promise<BookingOutcome[]> {
  const forms = new Map<string, ReturnType<typeof openForm>>();
  for (const { user, company } of presses) {
    const token = shop.tokens[user] ?? '';
    const person = `${user} ${company}`;
    if (!forms.has(person)) forms.set(person, openForm(stack, shop, token, order, company));
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
