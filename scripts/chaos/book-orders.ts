import { seededRandom } from '../seeded-random.ts';
import type { InstalledShop } from '../bare-world/install-shop.ts';
import type { BareWorld } from '../bare-world/bare-world.ts';
import type { ChaosOrder } from './chaos-orders.ts';
import type { ChaosPlan } from './chaos-plan.ts';
import { gestureFor } from './gestures.ts';
import type { Gesture, Press } from './gestures.ts';
import { openForm, pressButton } from './press-button.ts';
import type { BookingOutcome } from './press-button.ts';
import { canTakeBack, takeBack } from './take-back.ts';
import type { TakenBack } from './take-back.ts';

/** All that people were told about an order, in the order in which they were told. */
export interface OrderStory {
  order: ChaosOrder;
  gesture: Gesture['kind'];
  told: BookingOutcome[];
  /** Where it was cancelled as soon as it was made. */
  takenBack?: TakenBack | undefined;
}

/** Books every order once, as many at a time as there are clients, and cancels some. `onStart` hears how many were begun. */
export async function bookOrders(
  world: BareWorld,
  shop: InstalledShop,
  orders: ChaosOrder[],
  plan: ChaosPlan,
  onStart: (begun: number) => void,
): Promise<OrderStory[]> {
  const random = seededRandom(plan.seed);
  const gestures = orders.map((order, index) =>
    gestureFor({ name: order.name, index }, index % plan.clients, { seed: plan.seed, users: plan.clients, random }),
  );
  const taking = seededRandom(plan.seed + 2000);
  const isTakenBack = gestures.map((gesture) => taking() < plan.takenBack && canTakeBack(gesture));
  const stories: OrderStory[] = [];
  let begun = 0;
  const client = async (): Promise<void> => {
    for (let index = begun++; index < orders.length; index = begun++) {
      onStart(index + 1);
      const [order, gesture] = [orders[index], gestures[index]];
      if (!order || !gesture) continue;
      const story = await bookOne(world, shop, order, gesture);
      const token = shop.tokens[index % plan.clients] ?? '';
      stories.push(isTakenBack[index] ? { ...story, takenBack: await takeBack(world, token, story.told) } : story);
    }
  };
  await Promise.all(Array.from({ length: plan.clients }, client));
  return stories;
}

/** Somebody who is told "not booked, try again" does so this often. */
const mostTries = 3;

export async function bookOne(
  world: BareWorld,
  shop: InstalledShop,
  order: ChaosOrder,
  gesture: Gesture,
): Promise<OrderStory> {
  const told: BookingOutcome[] = [];
  for (let attempt = 1; attempt <= mostTries; attempt += 1) {
    const answers = await pressAll(world, shop, order, gesture.presses, attempt);
    told.push(...answers);
    if (answers.some((answer) => answer.kind !== 'not booked')) break;
  }
  return { order, gesture: gesture.kind, told };
}

/** Everybody has the form open before anybody presses. */
async function pressAll(
  world: BareWorld,
  shop: InstalledShop,
  order: ChaosOrder,
  presses: Press[],
  attempt: number,
): Promise<BookingOutcome[]> {
  const forms = new Map<string, ReturnType<typeof openForm>>();
  for (const { user, company } of presses) {
    const token = shop.tokens[user] ?? '';
    const whose = `${user} ${company}`;
    if (!forms.has(whose)) forms.set(whose, openForm(world, shop, token, order, company));
  }
  await Promise.all(forms.values());
  return Promise.all(
    presses.map(async ({ user, company, key }) => {
      const opened = await forms.get(`${user} ${company}`);
      if (!opened) throw new Error('a form was not opened');
      if (!('form' in opened)) return opened;
      return pressButton(world, shop.tokens[user] ?? '', opened.form, `${key}-${attempt}`);
    }),
  );
}
