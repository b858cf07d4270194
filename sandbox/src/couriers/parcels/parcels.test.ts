import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openState } from '../../core/state.ts';
import { createSandboxContext } from '../../core/sandbox-context.ts';
import { advanceParcels } from './advance-parcels.ts';
import type { Courier, NewConsignment } from './consignment.ts';
import { couriers } from './consignment.ts';
import { consignmentBook } from './consignment-book.ts';
import { courierJournal } from './courier-journal.ts';
import { fieldsOf } from '../http/fields.ts';
import { pathFor, routeOf } from './routes.ts';
import { changeParcel } from './change-parcel.ts';
import { nextTrackingNumber, restartNumbers } from './tracking-number.ts';
import { moveDueParcels } from './parcel-clock.ts';
import type { CourierTestServer } from '../../testing/courier-test-server.ts';
import { startCourierTestServer } from '../../testing/courier-test-server.ts';

const hour = 3_600_000;

let sandbox: CourierTestServer;
beforeEach(async () => {
  sandbox = await startCourierTestServer();
});
afterEach(() => sandbox.close());

function add(courier: Courier, number: string, changes: Partial<NewConsignment> = {}): void {
  consignmentBook(sandbox.context).add({
    courier,
    tracking_number: number,
    reference: `ref-${number}`,
    account: 'account',
    consignee: { name: 'Ali', phone: '03001234567', phone2: '', phone3: '', email: '', address: 'House 1' },
    shipper: { name: 'Demo Store', phone: '', address: '' },
    origin_city: 'Lahore',
    destination_city: 'Karachi',
    cod: 1500,
    weight_grams: 500,
    pieces: 1,
    contents: '',
    remarks: '',
    service: 'Overnight',
    booked_at: sandbox.context.now().toISOString(),
    ...changes,
  });
}

function numberOf(fate: string): string {
  for (let index = 0; ; index += 1) if (pathFor(`N${index}`) === fate) return `N${index}`;
}
const stateOf = (number: string) =>
  courierJournal(sandbox.context).find((row) => row.tracking_number === number)?.state;

describe.each(couriers)('a parcel of %s', (courier) => {
  test('a parcel can have any history, with times as the courier writes them', () => {
    add(courier, 'N1');
    const scans = [
      { status: 'Picked', stage: 'in_transit', time: '' },
      { status: 'Gate Pass Issued', stage: 'in_transit', time: '2026-01-05' },
      { status: 'Picked', stage: 'in_transit', time: '' },
    ] as const;
    expect(changeParcel(sandbox.context, { tracking_number: 'N1', courier, scans, cod: 900 })).toMatchObject([
      {
        status: 'Gate Pass Issued',
        stage: 'in_transit',
        cod: 900,
        events: [{ time: '' }, { time: '2026-01-05' }, { time: '' }],
      },
    ]);
  });

  test('a parcel can get a number that the courier gave before', () => {
    const first = nextTrackingNumber(sandbox.context, courier);
    expect(nextTrackingNumber(sandbox.context, courier)).not.toBe(first);
    restartNumbers(sandbox.context, courier, 0);
    expect(nextTrackingNumber(sandbox.context, courier)).toBe(first);
  });

  test.each([
    ['delivered', 'delivered'],
    ['reattempted', 'delivered'],
    ['returned', 'returned'],
  ])('a parcel with the fate %s ends %s within a day without help, with its scans in order', (fate, end) => {
    const number = numberOf(fate);
    add(courier, number);
    sandbox.advanceClock(24 * hour);
    moveDueParcels(sandbox.context, 1);
    expect(stateOf(number)).toBe(end);
    const times = (consignmentBook(sandbox.context).find(courier, number)?.events ?? []).map((event) => event.at);
    expect(times).toEqual(times.toSorted());
    expect(new Set(times).size).toBe(times.length);
  });

  test('a parcel is still on its way after three hours, and delivered sooner at a higher speed', () => {
    const number = numberOf('delivered');
    add(courier, number);
    sandbox.advanceClock(3 * hour);
    moveDueParcels(sandbox.context, 1);
    expect(stateOf(number)).toBe('in_transit');
    moveDueParcels(sandbox.context, 100);
    expect(stateOf(number)).toBe('delivered');
  });

  test('a parcel can be moved to any stage, on any path', () => {
    const number = numberOf('returned');
    add(courier, number);
    for (const to of ['picked', 'in_transit', 'out_for_delivery', 'attempted', 'returning', 'returned']) {
      expect(advanceParcels(sandbox.context, { tracking_number: number, to })).toHaveLength(1);
      expect(stateOf(number)).toBe(to === 'picked' ? 'in_transit' : to);
    }
    const second = numberOf('delivered');
    add(courier, second);
    advanceParcels(sandbox.context, { tracking_number: second, to: 'returned' });
    expect(stateOf(second)).toBe('returned');
  });

  test('a parcel on its way back can be delivered after all', () => {
    const number = numberOf('returned');
    add(courier, number);
    advanceParcels(sandbox.context, { tracking_number: number, to: 'returning' });
    advanceParcels(sandbox.context, { tracking_number: number, to: 'delivered' });
    expect(stateOf(number)).toBe('delivered');
  });

  test('a parcel that the courier cancelled can be scanned later, and is then active again', () => {
    const number = numberOf('delivered');
    add(courier, number);
    advanceParcels(sandbox.context, { tracking_number: number, to: 'cancelled_by_courier' });
    expect(courierJournal(sandbox.context)).toMatchObject([{ state: 'cancelled', cancelled: true }]);
    advanceParcels(sandbox.context, { tracking_number: number, to: 'picked' });
    expect(courierJournal(sandbox.context)).toMatchObject([{ state: 'in_transit', cancelled: false }]);
  });

  test('a parcel follows its route scan by scan and stops at the end', () => {
    const number = numberOf('delivered');
    add(courier, number);
    const scans = routeOf(courier, 'delivered').length - 1;
    for (let scan = 0; scan < scans; scan += 1)
      expect(advanceParcels(sandbox.context, { courier, steps: 1 })).toHaveLength(1);
    expect(stateOf(number)).toBe('delivered');
    expect(advanceParcels(sandbox.context, { courier, steps: 1 })).toEqual([]);
  });

  test('a parcel is paid out two days after delivery', () => {
    const number = numberOf('delivered');
    add(courier, number);
    sandbox.advanceClock(100 * hour);
    moveDueParcels(sandbox.context, 1);
    const parcel = consignmentBook(sandbox.context).find(courier, number);
    expect(Date.parse(String(parcel?.paid_at)) - Date.parse(String(parcel?.moved_at))).toBe(48 * hour);
  });
});

test('an unknown status moves nothing', () => {
  add('TCS', 'N1');
  expect(advanceParcels(sandbox.context, { tracking_number: 'N1', to: 'teleported' })).toEqual([]);
});

test('moving all parcels to a status does not change finished ones', () => {
  add('TCS', 'N1');
  add('MNP', 'N2');
  advanceParcels(sandbox.context, { tracking_number: 'N1', to: 'returned' });
  advanceParcels(sandbox.context, { to: 'delivered' });
  expect([stateOf('N1'), stateOf('N2')]).toEqual(['returned', 'delivered']);
});

test('most parcels arrive and some come back', () => {
  const fates = Array.from({ length: 1000 }, (_, index) => pathFor(`5447940101${index}`));
  expect(fates.filter((fate) => fate === 'delivered').length).toBeGreaterThan(600);
  expect(fates.filter((fate) => fate === 'returned').length).toBeGreaterThan(100);
});

test('lookups by reference and by day in Pakistan work after a restart', async () => {
  add('TCS', 'N1', { booked_at: '2026-11-19T20:00:00.000Z' });
  await sandbox.context.state.flush();
  const state = await openState(sandbox.context.config.dataDir);
  const reattempt = consignmentBook(createSandboxContext(state, sandbox.context.config));
  expect(reattempt.byReference('TCS', 'account', 'ref-N1')).toHaveLength(1);
  expect(reattempt.bookedBetween('TCS', 'account', '2026-11-20', '2026-11-20')).toHaveLength(1);
  expect(reattempt.bookedBetween('TCS', 'account', '2026-11-19', '2026-11-19')).toEqual([]);
  await state.close();
});

test('a reset forgets every consignment and every index', () => {
  add('TCS', 'N1');
  sandbox.context.state.reset();
  expect(courierJournal(sandbox.context)).toEqual([]);
  expect(consignmentBook(sandbox.context).byReference('TCS', 'account', 'ref-N1')).toEqual([]);
});

const record = (consignments: object[]) =>
  fetch(`${sandbox.url}/_control/consignments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ consignments }),
  });

const past = {
  reference: 'CD900-ABCDEF',
  consignee: { name: 'Ali', phone: '03001234567', address: 'House 1' },
  city: 'karachi',
  cod: 900,
  booked_at: '2026-11-01T07:00:00.000Z',
};

test.each(couriers)(
  'past consignments can be added at %s, with scans spread over the time since booking',
  async (courier) => {
    const end = { to: 'delivered', moved_at: '2026-11-03T07:00:00.000Z', paid_at: '2026-11-05T07:00:00.000Z' };
    const answer = fieldsOf(await (await record([{ ...past, ...end, courier }])).json());
    expect(answer.consignments).toMatchObject([{ courier, reference: 'CD900-ABCDEF', state: 'delivered' }]);
    const [parcel] = [...consignmentBook(sandbox.context).all()];
    expect(parcel).toMatchObject({ moved_at: '2026-11-03T07:00:00.000Z', paid_at: '2026-11-05T07:00:00.000Z' });
    expect(parcel?.events.length).toBeGreaterThan(4);
  },
);

test('past consignments in transit continue from now', async () => {
  await record([{ ...past, courier: 'TCS', to: 'in_transit', moved_at: '2026-11-02T07:00:00.000Z' }]);
  moveDueParcels(sandbox.context, 1);
  expect(courierJournal(sandbox.context)).toMatchObject([{ state: 'in_transit' }]);
});

test.each([
  [{ city: 'Atlantis' }, 'TCS lists no city "Atlantis"'],
  [{ to: 'teleported' }, 'TCS knows no "teleported"'],
  [{ cod: -1 }, 'cod'],
])('past consignments with %j is refused', async (changes, words) => {
  const response = await record([{ ...past, courier: 'TCS', ...changes }]);
  expect(response.status).toBe(400);
  expect(fieldsOf(await response.json()).error).toContain(words);
});

test('parcels can be cancelled in the courier’s portal, M&P’s too', () => {
  add('MNP', 'N1');
  advanceParcels(sandbox.context, { tracking_number: 'N1', to: 'cancelled' });
  expect(courierJournal(sandbox.context)).toMatchObject([{ state: 'cancelled', cancelled: true }]);
});
