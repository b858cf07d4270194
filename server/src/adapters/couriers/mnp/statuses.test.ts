import { expect, test } from 'vitest';
import { describeStatusWords } from '../status-words.testing.ts';
import { mnpStatus } from './statuses.ts';

describeStatusWords(mnpStatus, {
  FULFILLED: ['Booked', 'Order Created', 'Booking'],
  INPROCESS: [
    'Pickup',
    'Picked from Shipper Facility',
    'Picked',
    'Arrived at Origin',
    'Arrived at OPS Facility',
    'Arrived at OPS',
    'Forward - In Transit',
    'In-transit',
    'Reached at Destination',
    'Out for Delivery',
    'Out-for-Delivery',
    'On Delivery',
    'Loading',
    'Unloading',
    'ROUTED',
  ],
  'INPROCESS, attempted': [
    'Attempt',
    'Unsuccessful Delivery Attempt',
    'Undelivered',
    'Re-Attempt',
    'Re-Attempt Advice',
    'RD',
  ],
  'INPROCESS, held': ['Hold for Advice', 'Hold for Advice - On NCI'],
  RTS: [
    'Return - In Transit',
    'Return - Reached at Origin',
    'Return - Out for Delivery',
    'Return to Origin',
    'Failed Delivered',
  ],
  'RTS, attempted': ['Return - Attempt', 'Unsuccessful Return Attempt'],
  'RTS, final': ['Return to Vendor/Return to Shipper', 'Return to Shipper', 'Return to Vendor', 'RS-Return to Shipper'],
  'DELIVERED, final': ['Delivered', 'D-DELIVERED'],
  'CANCELLED, final': ['Void', 'Voided', 'CN marked void', 'Cancelled'],
});

test('an en dash is a hyphen', () => {
  expect(mnpStatus('Return – In Transit')?.status).toBe('RTS');
});
