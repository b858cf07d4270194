import { meaning, statusTable, type StatusWords } from '../status-table.ts';

/** M&P's words of all its calls, older and newer, and of its reports. See docs/contracts/mnp.md, "Status words". */
export const mnpWords = [
  [meaning.booked, ['Booked', 'Booking', 'Order Created']],
  [
    meaning.underWay,
    [
      'Pickup',
      'Picked from Shipper Facility',
      'Picked',
      'Arrived at Origin',
      'Arrived at OPS Facility',
      'Arrived at OPS',
      'Forward - In Transit',
      'In-transit',
      'In Transit',
      'Reached at Destination',
      'Out for Delivery',
      'Out-for-Delivery',
      'On Delivery',
      'Loading',
      'Unloading',
      'ROUTED',
    ],
  ],
  [
    meaning.attempted,
    ['Attempt', 'Unsuccessful Delivery Attempt', 'Undelivered', 'Re-Attempt', 'Re-Attempt Advice', 'RD'],
  ],
  [meaning.held, ['Hold for Advice', 'Hold for Advice - On NCI']],
  [
    meaning.returning,
    [
      'Return - In Transit',
      'Return - Reached at Origin',
      'Return - Out for Delivery',
      'Return to Origin',
      'Failed Delivered',
    ],
  ],
  [meaning.returnAttempted, ['Return - Attempt', 'Unsuccessful Return Attempt']],
  [
    meaning.returned,
    ['Return to Vendor/Return to Shipper', 'Return to Shipper', 'Return to Vendor', 'RS-Return to Shipper'],
  ],
  [meaning.delivered, ['Delivered', 'D-DELIVERED']],
  [meaning.cancelled, ['Void', 'Voided', 'CN marked void', 'CN Void', 'CN Voided', 'Cancel', 'Cancelled', 'Canceled']],
] as const satisfies StatusWords;

export const mnpStatus = statusTable(mnpWords);
