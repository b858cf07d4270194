import { urdu, urduTable, type WordOf } from '../urdu.ts';
import type { leopardWords } from './statuses.ts';

const sentences: Record<WordOf<typeof leopardWords>, string> = {
  'Pickup Request not Send': urdu.pickUpNotRequested,
  'Pickup Request Sent': urdu.pickUpRequested,
  'Consignment Booked': urdu.received,
  'Shipment Picked': urdu.pickedUp,
  'Drop Off at Express Center': urdu.droppedOff,
  'Arrived at Station': urdu.atFacility,
  Dispatched: urdu.dispatched,
  Missroute: urdu.misrouted,
  'In Transit': urdu.inTransit,
  'Assign to Courier': urdu.withRider,
  Pending: urdu.notDelivered,
  Refused: urdu.refused,
  Undelivered: urdu.notDelivered,
  'Ready for Return': urdu.returnNext,
  'Being Return': urdu.returning,
  'Being Returned': urdu.returning,
  'Return to Origin': urdu.returning,
  'Returned to shipper': urdu.returned,
  Delivered: urdu.delivered,
  Cancelled: urdu.cancelled,
  '48 Hours Auto Canceled': urdu.notCollected,
};

export const leopardInUrdu = urduTable(sentences);
