import type { LifeCycle, Step } from './life-cycle.ts';

const outForDelivery: Step = {
  status: 'Out For Delivery',
  stage: 'out_for_delivery',
  hours: 0.5,
  place: 'destination',
};

/**
 * docs/contracts/tcs.md, "Tracking": `status` is the checkpoint; steps with a code also make a deliveryinfo row worded by
 * `message`.
 */
export const tcsLifeCycle: LifeCycle = {
  booked: { status: 'Booked', stage: 'booked', hours: 0, silent: true },
  forward: [
    { status: 'Shipment Picked', stage: 'in_transit', hours: 1, place: 'origin' },
    { status: 'Arrived at TCS Facility', stage: 'in_transit', hours: 0.8, place: 'origin' },
    { status: 'Departed from TCS Facility', stage: 'in_transit', hours: 1, place: 'origin' },
    { status: 'Arrived at TCS Facility', stage: 'in_transit', hours: 1.5, place: 'destination' },
    outForDelivery,
  ],
  delivered: {
    status: 'Shipment Delivered',
    code: 'OK',
    message: 'Delivered',
    stage: 'delivered',
    hours: 1,
    place: 'destination',
  },
  attempted: [
    {
      status: 'Awaiting Receiver Collection',
      code: 'SC',
      message: 'Awaiting Receiver Collection',
      stage: 'attempted',
      hours: 1,
      place: 'destination',
    },
  ],
  reattempt: [{ ...outForDelivery, hours: 2 }],
  returnSteps: [
    {
      status: 'Recipient Refused Delivery',
      code: 'RD',
      message: 'Refused Delivery',
      stage: 'attempted',
      hours: 1,
      place: 'destination',
    },
    {
      status: 'Ready For Return',
      code: 'RR',
      message: 'Ready For Return',
      stage: 'attempted',
      hours: 0.5,
      place: 'destination',
    },
    {
      status: 'Shipment Returned To Origin',
      code: 'RO',
      message: 'Return To Origin',
      stage: 'returning',
      hours: 1,
      place: 'destination',
    },
    {
      status: 'Shipment Returned To Shipper',
      code: 'RS',
      message: 'Returned To Shipper',
      stage: 'returned',
      hours: 2,
      place: 'origin',
    },
  ],
  cancelled: { status: 'Cancelled', stage: 'cancelled', hours: 0, silent: true },
  cancelledByCourier: { status: 'Cancelled', stage: 'cancelled', hours: 0, silent: true },
  others: [
    { status: 'In Transit', stage: 'in_transit', hours: 0, place: 'origin' },
    {
      status: 'Scheduled For Delivery',
      code: 'SD',
      message: 'Scheduled For Delivery',
      stage: 'in_transit',
      hours: 0,
      place: 'destination',
    },
    { status: 'On Hold', code: 'OH', message: 'On Hold', stage: 'attempted', hours: 0, place: 'destination' },
    { status: 'Bad Address', code: 'BA', message: 'Bad Address', stage: 'attempted', hours: 0, place: 'destination' },
    {
      status: 'Unable To Contact',
      code: 'UV',
      message: 'Unable To Contact',
      stage: 'attempted',
      hours: 0,
      place: 'destination',
    },
    {
      status: 'Delay Beyond Our Control',
      code: 'DBC',
      message: 'Delay Beyond Our Control',
      stage: 'in_transit',
      hours: 0,
      place: 'destination',
    },
    {
      status: 'Delay Flight Cancelled',
      code: 'DFC',
      message: 'Delay Flight Cancelled',
      stage: 'in_transit',
      hours: 0,
      place: 'destination',
    },
    {
      status: 'Return In Transit',
      code: 'RT',
      message: 'Return In Transit',
      stage: 'returning',
      hours: 0,
      place: 'destination',
    },
    {
      status: 'Unable To Deliver',
      code: 'NP',
      message: 'Unable To Deliver',
      stage: 'attempted',
      hours: 0,
      place: 'destination',
    },
  ],
};
