import { expect, test } from 'vitest';
import { nextFulfilmentStep, type FulfilmentStep } from './fulfilment-plan.ts';
import type { PlatformFulfilmentState } from './platform.ts';

type FulfilmentOrder = PlatformFulfilmentState['fulfilmentOrders'][number];
type Fulfilment = PlatformFulfilmentState['fulfilments'][number];

const number = 'LE123';
const wanted = { trackingNumber: number, lines: [{ lineId: '1', quantity: 2 }], parcelNumbers: [number] };
const nothing = { ...wanted, nothing: true };

test('an open order is fulfilled with the booked quantities', () => {
  const state = aState({ fulfilmentOrders: [aFulfilmentOrder({ lines: [{ id: 'a1', lineId: '1', remaining: 2 }] })] });
  expect(nextFulfilmentStep(state, wanted)).toEqual({
    kind: 'fulfil',
    groups: [{ locationId: 'L1', fulfilmentOrders: [{ id: 'A', lines: [{ id: 'a1', quantity: 2 }] }] }],
  });
});

test('an order of two locations becomes one group for each', () => {
  const state = aState({
    fulfilmentOrders: [
      aFulfilmentOrder({ id: 'A', locationId: 'L1', lines: [{ id: 'a1', lineId: '1', remaining: 1 }] }),
      aFulfilmentOrder({ id: 'B', locationId: 'L2', lines: [{ id: 'b1', lineId: '1', remaining: 5 }] }),
      aFulfilmentOrder({ id: 'C', locationId: 'L1', lines: [{ id: 'c2', lineId: '2', remaining: 1 }] }),
    ],
  });
  const lines = [...wanted.lines, { lineId: '2', quantity: 1 }];
  expect(nextFulfilmentStep(state, { ...wanted, lines })).toEqual({
    kind: 'fulfil',
    groups: [
      {
        locationId: 'L1',
        fulfilmentOrders: [
          { id: 'A', lines: [{ id: 'a1', quantity: 1 }] },
          { id: 'C', lines: [{ id: 'c2', quantity: 1 }] },
        ],
      },
      { locationId: 'L2', fulfilmentOrders: [{ id: 'B', lines: [{ id: 'b1', quantity: 1 }] }] },
    ],
  });
});

test('locations that the store hides are never put into one fulfilment', () => {
  const state = aState({
    fulfilmentOrders: [
      aFulfilmentOrder({ id: 'A', locationId: '', lines: [{ id: 'a1', lineId: '1', remaining: 1 }] }),
      aFulfilmentOrder({ id: 'B', locationId: '', lines: [{ id: 'b1', lineId: '1', remaining: 1 }] }),
    ],
  });
  expect(groupSizes(nextFulfilmentStep(state, wanted))).toEqual([1, 1]);
});

test('an item added to the order after booking is not fulfilled', () => {
  const lines = [
    { id: 'a1', lineId: '1', remaining: 3 },
    { id: 'a2', lineId: '2', remaining: 1 },
  ];
  const state = aState({ fulfilmentOrders: [aFulfilmentOrder({ lines })] });
  expect(nextFulfilmentStep(state, wanted)).toEqual({
    kind: 'fulfil',
    groups: [{ locationId: 'L1', fulfilmentOrders: [{ id: 'A', lines: [{ id: 'a1', quantity: 2 }] }] }],
  });
});

test('after a lost answer that was carried out there is nothing left to do', () => {
  const state = aState({
    fulfilmentOrders: [aFulfilmentOrder({ status: 'CLOSED', canFulfil: false })],
    fulfilments: [aFulfilment({ lines: [{ lineId: '1', quantity: 2 }] })],
  });
  expect(nextFulfilmentStep(state, wanted)).toEqual({ kind: 'done' });
});

test('after one of two locations only the other is fulfilled', () => {
  const state = aState({
    fulfilmentOrders: [
      aFulfilmentOrder({ id: 'A', status: 'CLOSED', lines: [{ id: 'a1', lineId: '1', remaining: 1 }] }),
      aFulfilmentOrder({ id: 'B', locationId: 'L2', lines: [{ id: 'b1', lineId: '1', remaining: 1 }] }),
    ],
    fulfilments: [aFulfilment({ lines: [{ lineId: '1', quantity: 1 }] })],
  });
  expect(nextFulfilmentStep(state, wanted)).toEqual({
    kind: 'fulfil',
    groups: [{ locationId: 'L2', fulfilmentOrders: [{ id: 'B', lines: [{ id: 'b1', quantity: 1 }] }] }],
  });
});

test('a closed fulfilment order is never counted, though it shows remaining items after a cancel', () => {
  const state = aState({
    fulfilmentOrders: [
      aFulfilmentOrder({ id: 'old', status: 'CLOSED', lines: [{ id: 'o1', lineId: '1', remaining: 2 }] }),
      aFulfilmentOrder({ id: 'new', lines: [{ id: 'n1', lineId: '1', remaining: 2 }] }),
    ],
    fulfilments: [aCancelledFulfilment({ trackingNumbers: ['OLD1'] })],
  });
  expect(nextFulfilmentStep(state, wanted)).toMatchObject({ groups: [{ fulfilmentOrders: [{ id: 'new' }] }] });
});

test('items shipped under another number are reported and left alone', () => {
  const state = aState({
    fulfilmentOrders: [aFulfilmentOrder({ status: 'CLOSED', lines: [{ id: 'a1', lineId: '1', remaining: 0 }] })],
    fulfilments: [aFulfilment({ trackingNumbers: ['TCS9'], lines: [{ lineId: '1', quantity: 2 }] })],
  });
  expect(nextFulfilmentStep(state, wanted)).toEqual({
    kind: 'blocked',
    reason: 'fulfilled-elsewhere',
    words: 'The items are already fulfilled in the store under TCS9.',
  });
});

test('our number replaces other fulfilments of the items, but not the one of another parcel of ours', () => {
  const other = aFulfilment({ id: 'ours', trackingNumbers: ['LE456'], lines: [{ lineId: '1', quantity: 1 }] });
  const byHand = aFulfilment({ id: 'by-hand', trackingNumbers: [], lines: [{ lineId: '1', quantity: 2 }] });
  const replacing = { ...wanted, parcelNumbers: [number, 'LE456'], replaceOthers: true };
  expect(nextFulfilmentStep(aState({ fulfilments: [other, byHand] }), replacing)).toEqual({
    kind: 'cancel',
    fulfilmentIds: ['by-hand'],
  });
  expect(nextFulfilmentStep(aState({ fulfilments: [other] }), replacing)).toMatchObject({
    kind: 'blocked',
    reason: 'fulfilled-elsewhere',
  });
});

test('items removed from the order are reported as nothing left to ship', () => {
  expect(nextFulfilmentStep(aState({}), wanted)).toEqual({
    kind: 'blocked',
    reason: 'fulfilled-elsewhere',
    words: 'The store has nothing left to ship of these items.',
  });
});

test('what is free is fulfilled before a hold is reported', () => {
  const state = aState({
    fulfilmentOrders: [
      aFulfilmentOrder({ id: 'A', lines: [{ id: 'a1', lineId: '1', remaining: 1 }] }),
      aFulfilmentOrder({ id: 'B', status: 'ON_HOLD', lines: [{ id: 'b1', lineId: '1', remaining: 1 }] }),
    ],
  });
  expect(nextFulfilmentStep(state, wanted)).toMatchObject({
    kind: 'fulfil',
    groups: [{ fulfilmentOrders: [{ id: 'A' }] }],
  });
});

test('a hold is reported with the store’s reasons', () => {
  const holds = ['Awaiting payment', 'Bad address'];
  const state = aState({ fulfilmentOrders: [aFulfilmentOrder({ status: 'ON_HOLD', canFulfil: false, holds })] });
  expect(nextFulfilmentStep(state, wanted)).toEqual({
    kind: 'blocked',
    reason: 'on-hold',
    words: 'The order is on hold in the store (Awaiting payment, Bad address). Release the hold there.',
  });
});

test('a scheduled order is reported with its day', () => {
  const fulfilAt = '2026-12-01T05:00:00Z';
  const state = aState({ fulfilmentOrders: [aFulfilmentOrder({ status: 'SCHEDULED', canFulfil: false, fulfilAt })] });
  expect(nextFulfilmentStep(state, wanted)).toMatchObject({
    reason: 'scheduled',
    words: expect.stringContaining('2026-12-01'),
  });
});

test.each(['SUBMITTED', 'ACCEPTED', 'CANCELLATION_REQUESTED', 'CANCELLATION_REJECTED'])(
  'items with a fulfilment service are left alone while its request is %s',
  (requestStatus) => {
    const state = aState({ fulfilmentOrders: [aFulfilmentOrder({ requestStatus })] });
    expect(nextFulfilmentStep(state, wanted)).toMatchObject({ kind: 'blocked', reason: 'with-3pl' });
  },
);

test('items that the store lets only a service fulfil are left alone', () => {
  const state = aState({ fulfilmentOrders: [aFulfilmentOrder({ canFulfil: false })] });
  expect(nextFulfilmentStep(state, wanted)).toMatchObject({ kind: 'blocked', reason: 'with-3pl' });
});

test('an order cancelled in the store is not fulfilled', () => {
  const state = aState({ cancelledAt: new Date(), fulfilmentOrders: [aFulfilmentOrder({ status: 'CLOSED' })] });
  expect(nextFulfilmentStep(state, wanted)).toEqual({ kind: 'cancelled-in-store' });
});

test('our fulfilment cancelled by hand in the store is not made again', () => {
  const state = aState({
    fulfilmentOrders: [aFulfilmentOrder({ id: 'new' })],
    fulfilments: [aCancelledFulfilment({ lines: [{ lineId: '1', quantity: 2 }] })],
  });
  expect(nextFulfilmentStep(state, wanted)).toMatchObject({ kind: 'blocked', reason: 'undone-in-store' });
});

test('for a cancelled parcel, every live fulfilment with its number alone is cancelled, and no other', () => {
  const state = aState({
    fulfilments: [
      aFulfilment({ id: 'f1' }),
      aFulfilment({ id: 'f2', trackingNumbers: ['TCS9', number] }),
      aFulfilment({ id: 'f3', trackingNumbers: ['TCS9'] }),
      aCancelledFulfilment({ id: 'f4' }),
    ],
  });
  expect(nextFulfilmentStep(state, nothing)).toEqual({ kind: 'cancel', fulfilmentIds: ['f1'] });
});

test('for a cancelled parcel, a fulfilment that has a second number is reported and left alone', () => {
  const state = aState({ fulfilments: [aFulfilment({ trackingNumbers: ['TCS9', number] })] });
  expect(nextFulfilmentStep(state, nothing)).toEqual({
    kind: 'blocked',
    reason: 'fulfilled-elsewhere',
    words: `The fulfilment with ${number} in the store also has TCS9, so we did not cancel it. If nothing of it is being sent, cancel it there.`,
  });
});

test('for a cancelled parcel, there is nothing to do once its fulfilment is cancelled', () => {
  const state = aState({ fulfilments: [aCancelledFulfilment({}), aFulfilment({ trackingNumbers: ['TCS9'] })] });
  expect(nextFulfilmentStep(state, nothing)).toEqual({ kind: 'done' });
});

test('for a cancelled parcel, items that the store shows under an edited number only are reported and left alone', () => {
  const state = aState({ fulfilments: [aFulfilment({ trackingNumbers: ['TCS9'] })] });
  expect(nextFulfilmentStep(state, nothing)).toEqual({
    kind: 'blocked',
    reason: 'fulfilled-elsewhere',
    words:
      'The items are still fulfilled in the store under TCS9. If they are not being sent, cancel that fulfilment there.',
  });
});

test('for a cancelled parcel, fulfilments of other items, and of another parcel of ours, do not matter', () => {
  const state = aState({
    fulfilments: [
      aFulfilment({ trackingNumbers: ['TCS9'], lines: [{ lineId: '2', quantity: 1 }] }),
      aFulfilment({ trackingNumbers: ['LE456'] }),
    ],
  });
  expect(nextFulfilmentStep(state, { ...nothing, parcelNumbers: [number, 'LE456'] })).toEqual({ kind: 'done' });
});

test('steps repeated after random losses end with exactly the wanted items fulfilled', () => {
  const random = mulberry(7);
  for (let round = 0; round < 300; round++) {
    const store = aRandomStore(random);
    const lines = store.lines.map(({ lineId, quantity }) => ({
      lineId,
      quantity: 1 + Math.floor(random() * quantity),
    }));
    for (let turn = 0; turn < 20; turn++) {
      const step = nextFulfilmentStep(store.state(), { ...wanted, lines });
      if (step.kind === 'done') break;
      if (step.kind !== 'fulfil') throw new Error(`unexpected ${step.kind}`);
      for (const group of step.groups) if (random() < 0.7) store.fulfil(group.fulfilmentOrders);
    }
    const shipped = new Map<string, number>();
    for (const { lineId, quantity } of store.state().fulfilments.flatMap((each) => each.lines)) {
      shipped.set(lineId, (shipped.get(lineId) ?? 0) + quantity);
    }
    expect(Object.fromEntries(shipped)).toEqual(Object.fromEntries(lines.map((line) => [line.lineId, line.quantity])));
  }
});

function groupSizes(step: FulfilmentStep): number[] {
  return step.kind === 'fulfil' ? step.groups.map(({ fulfilmentOrders }) => fulfilmentOrders.length) : [];
}

function aState(given: Partial<PlatformFulfilmentState>): PlatformFulfilmentState {
  return {
    platformOrderId: '1001',
    cancelledAt: undefined,
    fulfilmentOrders: [],
    fulfilments: [],
    ...given,
  };
}

function aFulfilmentOrder(given: Partial<FulfilmentOrder>): FulfilmentOrder {
  return {
    id: 'A',
    status: 'OPEN',
    requestStatus: 'UNSUBMITTED',
    canFulfil: true,
    fulfilAt: '',
    holds: [],
    deliveryMethod: 'SHIPPING',
    locationId: 'L1',
    locationName: 'Lahore',
    lines: [{ id: 'a1', lineId: '1', remaining: 2 }],
    ...given,
  };
}

function aFulfilment(given: Partial<Fulfilment>): Fulfilment {
  return {
    id: 'f1',
    succeeded: true,
    cancelled: false,
    displayStatus: 'FULFILLED',
    trackingNumbers: [number],
    lines: [{ lineId: '1', quantity: 2 }],
    ...given,
  };
}

function aCancelledFulfilment(given: Partial<Fulfilment>): Fulfilment {
  return aFulfilment({ succeeded: false, cancelled: true, displayStatus: 'CANCELED', ...given });
}

/** A store that fulfils as Shopify does: remaining quantities shrink, an emptied fulfilment order closes. */
function aRandomStore(random: () => number) {
  const lines = Array.from({ length: 1 + Math.floor(random() * 4) }, (_, n) => ({
    lineId: String(n + 1),
    quantity: 1 + Math.floor(random() * 5),
  }));
  const orders = ['A', 'B', 'C'].map((id) => ({
    id,
    locationId: random() < 0.5 ? 'L1' : 'L2',
    lines: lines.map(({ lineId }) => ({ id: id + lineId, lineId, remaining: 0 })),
  }));
  for (const [n, { quantity }] of lines.entries()) {
    for (let piece = 0; piece < quantity; piece++) {
      const line = orders[Math.floor(random() * orders.length)]?.lines[n];
      if (line) line.remaining += 1;
    }
  }
  const fulfilments: Fulfilment[] = [];
  return {
    lines,
    fulfil(groups: readonly { id: string; lines: readonly { id: string; quantity: number }[] }[]): void {
      const shipped = groups.flatMap(({ lines: asked }) =>
        asked.map(({ id, quantity }) => {
          const line = orders.flatMap((order) => order.lines).find((each) => each.id === id);
          if (!line || line.remaining < quantity) throw new Error('more than remains');
          line.remaining -= quantity;
          return { lineId: line.lineId, quantity };
        }),
      );
      fulfilments.push(aFulfilment({ id: `f${fulfilments.length}`, lines: shipped }));
    },
    state(): PlatformFulfilmentState {
      return aState({
        fulfilmentOrders: orders.map((order) => {
          const isEmpty = order.lines.every(({ remaining }) => remaining === 0);
          return aFulfilmentOrder({ ...order, status: isEmpty ? 'CLOSED' : 'IN_PROGRESS', canFulfil: !isEmpty });
        }),
        fulfilments,
      });
    },
  };
}

function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
