import { expect, test } from 'vitest';
import { deliveryFailed } from './delivery-failed.ts';

test.each([
  'Pending: CONSIGNEE NOT AVAILABLE',
  'Undelivered',
  'Ready for Return',
  'Unsuccessful Delivery Attempt',
  'Hold for Advice - On NCI',
  'Attempt Made: RFD(REFUSED TO RECEIVE)',
  'Delivery Under Review',
])('%s is a delivery that failed', (words) => expect(deliveryFailed(words)).toBe(true));

test.each(['Out For Delivery', 'Arrived at Station', 'Package on Route', 'Dispatched', 'Assign to Courier', ''])(
  '%s is none',
  (words) => expect(deliveryFailed(words)).toBe(false),
);
