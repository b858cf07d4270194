import type { PlainWords } from '../courier.ts';
import { plain, plainTable, type WordOf } from '../plain-words.ts';
import type { leopardWords } from './statuses.ts';

const sentences: Record<WordOf<typeof leopardWords>, PlainWords> = {
  'Pickup Request not Send': plain.pickUpNotRequested,
  'Pickup Request Sent': plain.pickUpRequested,
  'Consignment Booked': plain.received,
  'Shipment Picked': plain.pickedUp,
  'Drop Off at Express Center': plain.droppedOff,
  'Arrived at Station': plain.atFacility,
  Dispatched: plain.dispatched,
  Missroute: plain.misrouted,
  'In Transit': plain.inTransit,
  'Assign to Courier': plain.withRider,
  Pending: plain.notDelivered,
  Refused: plain.refused,
  Undelivered: plain.notDelivered,
  'Ready for Return': plain.returnNext,
  'Being Return': plain.returning,
  'Being Returned': plain.returning,
  'Return to Origin': plain.returning,
  'Returned to shipper': plain.returned,
  Delivered: plain.delivered,
  Cancelled: plain.cancelled,
  '48 Hours Auto Canceled': plain.notCollected,
};

export const leopardInPlainWords = plainTable(sentences);
