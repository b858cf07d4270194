import { describe, expect, it } from 'vitest';
import type { FinalState } from './final-state.ts';
import { checkOrders } from './check-orders.ts';
import type { FormRecord } from './people.ts';

const order = { id: '1', name: '#1001', family: 'Khan' };

describe('what may be', () => {
  it('a booked order has one live consignment, and the store shows its number', () => {
    expect(checkOrders([order], [], booked())).toEqual({
      ends: new Map([[order.id, 'booked and fulfilled']]),
      violations: [],
    });
  });

  it('a free order is nowhere', () => {
    const finalState = { ...nothing(), shipments: [aShipment({ booking_state: 'released', held_orders: [] })] };
    expect(endOf(finalState)).toBe('free');
  });

  it('TCS may leave an order to a person', () => {
    const uncertain = aShipment({ company: 'TCS', booking_state: 'uncertain', open_cases: ['uncertain'] });
    expect(endOf(counting({ ...nothing(), shipments: [uncertain] }))).toBe(
      "a person's case: TCS's list does not show it",
    );
  });

  it('two consignments for one reference are left to a person', () => {
    const uncertain = aShipment({ booking_state: 'uncertain', open_cases: ['two-consignments'] });
    const finalState = { ...nothing(), shipments: [uncertain], shown: new Map([[uncertain.id, ['A1', 'A2']]]) };
    expect(endOf(counting(finalState))).toBe("a person's case: two consignments found");
  });
});

describe('what may not be', () => {
  it.each<[string, (finalState: FinalState) => FinalState]>([
    ['a booked order without a consignment', (all) => ({ ...all, consignments: [] })],
    ['a booked order whose consignment is cancelled', (all) => change(all, { cancelled: true })],
    ['another number at the courier', (all) => change(all, { tracking_number: 'LE2' })],
    ['a parcel to the customer of another shop', (all) => change(all, { consignee: { name: 'Ayesha Butt' } })],
    ['two live consignments', (all) => ({ ...all, consignments: [...all.consignments, aConsignment('LE2')] })],
    [
      'a consignment that we do not know of',
      (all) => ({
        ...all,
        consignments: [...all.consignments, { ...aConsignment('LE2'), reference: 'CD1001-OTHERS' }],
      }),
    ],
    ['a store that was not updated', (all) => ({ ...all, fulfilments: [] })],
    ['a store that was updated twice', (all) => ({ ...all, fulfilments: [...all.fulfilments, ...all.fulfilments] })],
    ['a booking still in the middle', (all) => withShipment(all, { booking_state: 'asking' })],
    [
      'a free order with a live consignment',
      (all) => withShipment(all, { booking_state: 'released', held_orders: [] }),
    ],
    ['an uncertain booking that the courier shows', (all) => shownAtCourier(all, ['LE1'])],
    ['an uncertain booking that a trusted list does not show', (all) => shownAtCourier(all, [])],
    ['a plan that counts too much', (all) => ({ ...all, counters: { ...all.counters, plan_used: 2 } })],
    ['totals that miss a shipment', (all) => ({ ...all, counters: { ...all.counters, counted: 0 } })],
  ])('%s', (_fact, broken) => {
    expect(checkOrders([order], [], broken(booked())).violations).not.toEqual([]);
  });

  it('a person who got a number that is not the booking', () => {
    const record: FormRecord = {
      orders: [order],
      pattern: 'one click',
      answers: [{ kind: 'booked', trackingNumber: 'LE9' }],
    };
    expect(checkOrders([order], [record], booked()).violations).toEqual([expect.stringContaining('got LE9')]);
  });

  it('a click without any recorded answer', () => {
    const record: FormRecord = { orders: [order], pattern: 'one click', answers: [] };
    expect(checkOrders([order], [record], booked()).violations).toEqual([expect.stringContaining('no answer')]);
  });

  it('a booking that is still active after a caller got the answer that it is cancelled', () => {
    const record: FormRecord = {
      orders: [order],
      pattern: 'one click',
      answers: [{ kind: 'booked', trackingNumber: 'LE1' }],
      cancelled: { trackingNumber: 'LE1', result: 'cancelled' },
    };
    expect(checkOrders([order], [record], booked()).violations).toEqual([expect.stringContaining('got "cancelled"')]);
  });
});

type Shipment = FinalState['shipments'][number];

function endOf(finalState: FinalState): string | undefined {
  const { ends, violations } = checkOrders([order], [], finalState);
  return violations[0] ?? ends.get(order.id);
}

function aShipment(given: Partial<Shipment> = {}): Shipment {
  return {
    id: 'a'.repeat(24),
    shop_id: 'b'.repeat(24),
    company: 'LEOPARD',
    reference: 'CD1001-AAAAAA',
    booking_state: 'booked',
    tracking_number: null,
    answer: '',
    orders: [order.id],
    held_orders: [order.id],
    open_cases: [],
    store_state: null,
    ...given,
  };
}

const aConsignment = (tracking_number: string): FinalState['consignments'][number] => ({
  courier: 'LEOPARD',
  tracking_number,
  reference: 'CD1001-AAAAAA',
  cancelled: false,
  consignee: { name: 'Ayesha Khan' },
});

const nothing = (): FinalState => ({
  shipments: [],
  consignments: [],
  fulfilments: [],
  shown: new Map(),
  counters: { plan_used: 0, plan_shipments: 0, counted: 0, numbered: 0 },
});

const counting = (finalState: FinalState): FinalState => ({
  ...finalState,
  counters: { ...finalState.counters, plan_used: 1, plan_shipments: 1 },
});

const booked = (): FinalState => ({
  ...nothing(),
  shipments: [aShipment({ tracking_number: 'LE1' })],
  consignments: [aConsignment('LE1')],
  fulfilments: [{ order_id: order.id, tracking_number: 'LE1', status: 'SUCCESS' }],
  counters: { plan_used: 1, plan_shipments: 1, counted: 1, numbered: 1 },
});

const change = (finalState: FinalState, given: Partial<FinalState['consignments'][number]>): FinalState => ({
  ...finalState,
  consignments: finalState.consignments.map((one) => ({ ...one, ...given })),
});

const withShipment = (finalState: FinalState, given: Partial<Shipment>): FinalState => ({
  ...finalState,
  shipments: finalState.shipments.map((one) => ({ ...one, ...given })),
});

function shownAtCourier(finalState: FinalState, numbers: string[]): FinalState {
  const uncertain = aShipment({ booking_state: 'uncertain', open_cases: ['uncertain'] });
  return { ...finalState, shipments: [uncertain], fulfilments: [], shown: new Map([[uncertain.id, numbers]]) };
}
