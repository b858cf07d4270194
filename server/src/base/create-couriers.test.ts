import type { Company } from '@courierdesk/contract/companies';
import { matchCity } from '@courierdesk/contract/cities';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSandboxProcess, type SandboxProcess } from '../testing/sandbox-process.ts';
import { aBooking, failureOf } from '../adapters/couriers/courier-script.testing.ts';
import type { Courier, CourierAccess, CourierCall, CourierCity } from '../adapters/couriers/courier.ts';
import { createCourierHttp } from '../adapters/couriers/http.ts';
import { createCouriers } from './create-couriers.ts';

/** The accounts that the sandbox's couriers know. */
const accounts: Record<Company, Readonly<Record<string, string>>> = {
  LEOPARD: { api_key: 'demo-leopard-key-1A2B3C4D5E6F', api_password: 'demo-leopard-pass', shipment_id: '' },
  MNP: {
    username: 'demo_store',
    api_password: 'demo-mnp-pass',
    account_no: '4T154',
    location_id: '88',
    return_location: '88',
    sub_account_id: '6',
    insert_type: '19',
  },
  POSTEX: { token: 'ZGVtby1wb3N0ZXgtdG9rZW46Y291cmllcmRlc2s', address_code: '001' },
  TCS: {
    username: 'demo.store',
    api_password: 'demo-tcs-pass',
    tcs_account_id: '04011K1',
    client_id: '205659575',
    client_secret: 'demo-tcs-secret+/=',
    bearer_token: '',
    cost_center_code: '001 - LHR',
    environment: 'production',
    shipper_name: 'Demo Store',
    shipper_address: '12-B Main Boulevard, Gulberg III',
    shipper_mobile: '03001234567',
    shipper_city: 'LAHORE',
  },
};

let sandbox: SandboxProcess;
let couriers: Record<Company, Courier>;
const call: CourierCall = { http: createCourierHttp(), now: () => new Date() };

beforeAll(async () => {
  sandbox = await startSandboxProcess({ appUrl: 'http://127.0.0.1:9' });
  couriers = createCouriers({
    leopard: `${sandbox.url}/leopard/api`,
    mnp: `${sandbox.url}/mnp/mycodapi/api`,
    mnpTracking: `${sandbox.url}/mnp/tracking/api`,
    postex: `${sandbox.url}/postex/services/integration/api/order`,
    tcs: `${sandbox.url}/tcs`,
  });
});
afterAll(() => sandbox.close());

describe.each(['LEOPARD', 'MNP', 'POSTEX', 'TCS'] as const)('%s in the sandbox', (company) => {
  const account: CourierAccess = { cacheKey: company, fields: accounts[company] };
  const target = company.toLowerCase();
  let references = 0;
  const nextReference = () => `CD${1000 + references++}-${company.slice(0, 3)}A2B`;

  async function lahore(): Promise<CourierCity> {
    const { certain } = matchCity('Lahore', await couriers[company].cities(account, call));
    return certain ?? { id: '', name: '' };
  }

  async function book(reference: string) {
    return couriers[company].book(account, aBooking(await lahore(), { reference }), call);
  }

  const find = (reference: string) =>
    couriers[company].findByReference(account, { reference, claimedAt: new Date() }, call);

  const present = async (trackingNumber: string) => {
    const [tracked] = await couriers[company].track(account, [trackingNumber], call);
    return tracked?.found ? tracked.status?.status : 'not found';
  };

  test('the credentials work, and wrong ones have their own error', async () => {
    expect((await couriers[company].verify(account, call)).message).toMatch(/accepted/);
    const wrong = { ...account.fields, api_password: 'wrong', token: 'wrong' };
    const error = await failureOf(couriers[company].verify({ cacheKey: `wrong ${company}`, fields: wrong }, call));
    expect(error.kind).toBe('unauthorised');
  });

  test('a booking is found by its reference and by its number', async () => {
    const reference = nextReference();
    const { trackingNumber } = await book(reference);
    expect(await find(reference)).toMatchObject([{ trackingNumber, reference, cancelled: false, cod: 1500 }]);
    expect(await present(trackingNumber)).toBe('FULFILLED');
  });

  test('a booking whose answer was lost is uncertain, and found', async () => {
    const reference = nextReference();
    await sandbox.control('faults', { target, operation: 'book', kind: 'lose-answer', rate: 1, times: 1 });
    expect((await failureOf(book(reference))).kind).toBe('uncertain');
    expect(await find(reference)).toHaveLength(1);
  });

  test.each(['error500', 'html502', 'garbage', 'drop-before'])('after the fault %s nothing is found', async (kind) => {
    const reference = nextReference();
    await sandbox.control('faults', { target, operation: 'book', kind, rate: 1, times: 1 });
    expect((await failureOf(book(reference))).kind).toBe('uncertain');
    expect(await find(reference)).toEqual([]);
  });

  test('a refusal and a throttle leave nothing behind', async () => {
    await sandbox.control('faults', { target, operation: 'book', kind: 'refuse', rate: 1, times: 1 });
    const refused = await failureOf(book(nextReference()));
    expect(refused.kind).toBe('rejected');
    expect(refused.courierWords).not.toBe('');
    await sandbox.control('faults', { target, operation: 'book', kind: 'throttle', rate: 1, times: 1 });
    expect((await failureOf(book(nextReference()))).kind).toBe('unavailable');
  });

  test('a parcel goes out, is attempted, turns and comes back', async () => {
    const { trackingNumber } = await book(nextReference());
    const way: (string | undefined)[] = [];
    for (const to of ['picked', 'in_transit', 'out_for_delivery', 'attempted', 'returning', 'returned']) {
      await sandbox.control('advance', { tracking_number: trackingNumber, to });
      way.push(await present(trackingNumber));
    }
    expect(way).toEqual(['INPROCESS', 'INPROCESS', 'INPROCESS', 'INPROCESS', 'RTS', 'RTS']);
  });

  test('a parcel that arrives is delivered for good', async () => {
    const { trackingNumber } = await book(nextReference());
    await sandbox.control('advance', { tracking_number: trackingNumber, to: 'delivered' });
    const [tracked] = await couriers[company].track(account, [trackingNumber], call);
    expect(tracked).toMatchObject({ found: true, status: { status: 'DELIVERED', final: true } });
    expect(tracked?.found && tracked.events.length).toBeGreaterThan(1);
  });

  test('cancelling ends it at the courier, where the courier can cancel', async () => {
    const reference = nextReference();
    const { trackingNumber } = await book(reference);
    if (!couriers[company].abilities.cancel) return;
    await couriers[company].cancel(account, trackingNumber, call);
    expect(await present(trackingNumber)).toBe('CANCELLED');
    expect(await find(reference)).toMatchObject([{ trackingNumber, cancelled: true }]);
  });
});
