import { meaning, statusTable, type StatusWords } from '../status-table.ts';

/** Leopards' words, in `booked_packet_status` and in the tracking details. See docs/contracts/leopards.md, "Status words". */
export const leopardWords = [
  [meaning.booked, ['Pickup Request not Send', 'Pickup Request Sent']],
  [
    meaning.underWay,
    [
      'Consignment Booked',
      'Shipment Picked',
      'Drop Off at Express Center',
      'Arrived at Station',
      'Dispatched',
      'Missroute',
      'In Transit',
      'Assign to Courier',
    ],
  ],
  [meaning.attempted, ['Pending', 'Refused', 'Undelivered']],
  [meaning.returnNext, ['Ready for Return']],
  [meaning.returning, ['Being Return', 'Being Returned', 'Return to Origin']],
  [meaning.returned, ['Returned to shipper']],
  [meaning.delivered, ['Delivered']],
  [meaning.cancelled, ['Cancelled', '48 Hours Auto Canceled']],
] as const satisfies StatusWords;

export const leopardStatus = statusTable(leopardWords);
