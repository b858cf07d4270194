import { describe, expect, it } from 'vitest';
import type { OrderStory } from './book-orders.ts';
import type { Evidence } from './evidence.ts';
import { judge } from './judge.ts';

const order = '#1001';

describe('what may be', () => {
  it('a booked order has one live consignment, and its number stands in the store', () => {
    expect(judge([order], [], booked())).toEqual({ ends: new Map([[order, 'booked and fulfilled']]), violations: [] });
  });

  it('a free order is nowhere', () => {
    const evidence = { ...nothing(), shipments: [aShipment({ booking_state: 'released', holds: false })] };
    expect(endOf(evidence)).toBe('free');
  });

  it('TCS may leave an order to a person', () => {
    const uncertain = aShipment({ company: 'TCS', booking_state: 'uncertain', open_cases: ['uncertain'] });
    expect(endOf(counting({ ...nothing(), shipments: [uncertain] }))).toBe(
      "a person's case: TCS's list does not show it",
    );
  });

  it('two consignments for one reference are left to a person', () => {
    const uncertain = aShipment({ booking_state: 'uncertain', open_cases: ['two-consignments'] });
    const evidence = { ...nothing(), shipments: [uncertain], shown: new Map([[uncertain.id, ['A1', 'A2']]]) };
    expect(endOf(counting(evidence))).toBe("a person's case: two consignments found");
  });
});

describe('what may not be', () => {
  it.each<[string, (evidence: Evidence) => Evidence]>([
    ['a booked order without a consignment', (all) => ({ ...all, consignments: [] })],
    ['a booked order whose consignment is cancelled', (all) => change(all, { cancelled: true })],
    ['another number at the courier', (all) => change(all, { tracking_number: 'LE2' })],
    ['two live consignments', (all) => ({ ...all, consignments: [...all.consignments, aConsignment('LE2')] })],
    [
      'a consignment that we do not know of',
      (all) => ({
        ...all,
        consignments: [...all.consignments, { ...aConsignment('LE2'), reference: 'CD1001-OTHERS' }],
      }),
    ],
    ['a store that was not told', (all) => ({ ...all, fulfilments: [] })],
    ['a store that was told twice', (all) => ({ ...all, fulfilments: [...all.fulfilments, ...all.fulfilments] })],
    ['a booking still in the middle', (all) => withShipment(all, { booking_state: 'asking' })],
    ['a free order with a live consignment', (all) => withShipment(all, { booking_state: 'released', holds: false })],
    ['an uncertain booking that the courier shows', (all) => shownAtCourier(all, ['LE1'])],
    ['an uncertain booking that a trusted list does not show', (all) => shownAtCourier(all, [])],
    ['a plan that counts too much', (all) => ({ ...all, counters: { ...all.counters, plan_used: 2 } })],
    ['totals that miss a shipment', (all) => ({ ...all, counters: { ...all.counters, counted: 0 } })],
  ])('%s', (_fact, broken) => {
    expect(judge([order], [], broken(booked())).violations).not.toEqual([]);
  });

  it('a person who was told a number that is not the booking', () => {
    const story: OrderStory = {
      order: { id: '1', name: order },
      gesture: 'one click',
      told: [{ kind: 'booked', trackingNumber: 'LE9' }],
    };
    expect(judge([order], [story], booked()).violations).toEqual([expect.stringContaining('was told LE9')]);
  });

  it('a booking that stands, though somebody was told that it is cancelled', () => {
    const story: OrderStory = {
      order: { id: '1', name: order },
      gesture: 'one click',
      told: [{ kind: 'booked', trackingNumber: 'LE1' }],
      takenBack: 'cancelled',
    };
    expect(judge([order], [story], booked()).violations).toEqual([expect.stringContaining('told "cancelled"')]);
  });
});

type Shipment = Evidence['shipments'][number];

const endOf = (evidence: Evidence): string | undefined => {
  const { ends, violations } = judge([order], [], evidence);
  return violations[0] ?? ends.get(order);
};

function aShipment(given: Partial<Shipment> = {}): Shipment {
  return {
    id: 'a'.repeat(24),
    shop_id: 'b'.repeat(24),
    company: 'LEOPARD',
    reference: 'CD1001-AAAAAA',
    booking_state: 'booked',
    tracking_number: null,
    answer: '',
    order_name: order,
    holds: true,
    open_cases: [],
    store_state: null,
    ...given,
  };
}

const aConsignment = (tracking_number: string): Evidence['consignments'][number] => ({
  courier: 'LEOPARD',
  tracking_number,
  reference: 'CD1001-AAAAAA',
  cancelled: false,
});

const nothing = (): Evidence => ({
  shipments: [],
  consignments: [],
  fulfilments: [],
  shown: new Map(),
  counters: { plan_used: 0, plan_shipments: 0, counted: 0, numbered: 0 },
});

const counting = (evidence: Evidence): Evidence => ({
  ...evidence,
  counters: { ...evidence.counters, plan_used: 1, plan_shipments: 1 },
});

const booked = (): Evidence => ({
  ...nothing(),
  shipments: [aShipment({ tracking_number: 'LE1' })],
  consignments: [aConsignment('LE1')],
  fulfilments: [{ order_name: order, tracking_number: 'LE1', status: 'SUCCESS' }],
  counters: { plan_used: 1, plan_shipments: 1, counted: 1, numbered: 1 },
});

const change = (evidence: Evidence, given: Partial<Evidence['consignments'][number]>): Evidence => ({
  ...evidence,
  consignments: evidence.consignments.map((one) => ({ ...one, ...given })),
});

const withShipment = (evidence: Evidence, given: Partial<Shipment>): Evidence => ({
  ...evidence,
  shipments: evidence.shipments.map((one) => ({ ...one, ...given })),
});

function shownAtCourier(evidence: Evidence, numbers: string[]): Evidence {
  const uncertain = aShipment({ booking_state: 'uncertain', open_cases: ['uncertain'] });
  return { ...evidence, shipments: [uncertain], fulfilments: [], shown: new Map([[uncertain.id, numbers]]) };
}
