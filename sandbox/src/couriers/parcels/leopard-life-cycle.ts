import type { LifeCycle, Step } from './life-cycle.ts';

const outForDelivery: Step = {
  status: 'Assign to Courier',
  code: 'AC',
  stage: 'out_for_delivery',
  hours: 0.5,
  place: 'destination',
};

/** docs/contracts/leopards.md, "Status words" */
export const leopardLifeCycle: LifeCycle = {
  booked: { status: 'Pickup Request not Send', stage: 'booked', hours: 0, silent: true },
  forward: [
    { status: 'Pickup Request Sent', stage: 'booked', hours: 0.3, silent: true },
    { status: 'Shipment Picked', code: 'SP', stage: 'in_transit', hours: 0.7, place: 'origin' },
    { status: 'Consignment Booked', code: 'RC', stage: 'in_transit', hours: 0.5, place: 'origin' },
    { status: 'Dispatched', code: 'DP', stage: 'in_transit', hours: 0.7, place: 'origin' },
    { status: 'Arrived at Station', code: 'AR', stage: 'in_transit', hours: 1.5, place: 'destination' },
    outForDelivery,
  ],
  delivered: { status: 'Delivered', code: 'DV', stage: 'delivered', hours: 1.2, place: 'destination' },
  attempted: [
    {
      status: 'Pending',
      code: 'PN1',
      stage: 'attempted',
      hours: 1.2,
      place: 'destination',
      reasons: ['CONSIGNEE NOT AVAILABLE', 'NEED BLOCK/SECTOR/PHASE #', 'REFUSED TO RECEIVE', 'CONSIGNEE SHIFTED'],
    },
  ],
  reattempt: [{ ...outForDelivery, hours: 2 }],
  returnSteps: [
    { status: 'Ready for Return', code: 'NR', stage: 'attempted', hours: 2, place: 'destination' },
    { status: 'Being Return', code: 'RO', stage: 'returning', hours: 1, place: 'destination' },
    { status: 'Returned to shipper', code: 'RS', stage: 'returned', hours: 3, place: 'origin' },
  ],
  cancelled: { status: 'Cancelled', stage: 'cancelled', hours: 0 },
  cancelledByCourier: { status: '48 Hours Auto Canceled', stage: 'cancelled', hours: 0 },
  others: [
    { status: 'Drop Off at Express Center', stage: 'in_transit', hours: 0, place: 'origin' },
    { status: 'Missroute', stage: 'in_transit', hours: 0, place: 'destination' },
    { status: 'In Transit', stage: 'in_transit', hours: 0, place: 'destination' },
    { status: 'Refused', stage: 'attempted', hours: 0, reasons: ['REFUSED TO RECEIVE'] },
    { status: 'Undelivered', stage: 'attempted', hours: 0, reasons: ['CONSIGNEE NOT AVAILABLE'] },
    { status: 'Being Returned', stage: 'returning', hours: 0 },
    { status: 'Return to Origin', stage: 'returning', hours: 0 },
  ],
};
