import { describeStatusWords } from '../status-words.testing.ts';
import { leopardStatus } from './statuses.ts';

describeStatusWords(leopardStatus, {
  FULFILLED: ['Pickup Request not Send', 'Pickup Request Sent'],
  INPROCESS: [
    'Consignment Booked',
    'Shipment Picked',
    'Drop Off at Express Center',
    'Arrived at Station',
    'Dispatched',
    'Missroute',
    'In Transit',
    'Assign to Courier',
  ],
  'INPROCESS, attempted': ['Pending', 'Refused', 'Undelivered'],
  'INPROCESS, return-next': ['Ready for Return'],
  RTS: ['Being Return', 'Being Returned', 'Return to Origin'],
  'RTS, final': ['Returned to shipper'],
  'DELIVERED, final': ['Delivered'],
  'CANCELLED, final': ['Cancelled', '48 Hours Auto Canceled'],
});
