import { expect, test } from 'vitest';
import type { CourierEvent } from '../../adapters/couriers/courier.ts';
import { createTcs } from '../../adapters/couriers/tcs/adapter.ts';
import { wordsOfTakenBack } from './taken-back.ts';
import type { FoundTracking } from './tracking-change.ts';

const tcs = createTcs({ baseUrl: 'http://tcs.test' });
const event = (text: string, code: string, hour: number): CourierEvent => ({
  ...{ text, code, location: '', detail: '' },
  at: new Date(Date.UTC(2026, 1, 2, hour)),
});
const delivered = (...events: readonly CourierEvent[]): FoundTracking => ({
  ...{ trackingNumber: '7794', found: true, statusText: 'Delivered', events },
  status: { status: 'DELIVERED', final: true },
});

test.each(['Delivered', 'Delivered to receiver'])(
  'a TCS parcel with “%s” and the code OK that is out for delivery later was taken back',
  (words) => {
    const out = event('Out For Delivery', '', 12);
    expect(wordsOfTakenBack(tcs, delivered(event(words, 'OK', 10), out))).toBe('Out For Delivery');
    expect(wordsOfTakenBack(tcs, delivered(event('Out For Delivery', '', 8), event(words, 'OK', 10)))).toBeUndefined();
  },
);
