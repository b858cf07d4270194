import type { LifeCycle, Step } from './life-cycle.ts';

const outForDelivery: Step = {
  status: 'Out For Delivery',
  code: '0004',
  message: 'Package on Route',
  stage: 'out_for_delivery',
  hours: 0.5,
};

/** docs/contracts/postex.md, "Status words": `status` is what track-order says, `message` and `code` make the history row. */
export const postexLifeCycle: LifeCycle = {
  booked: { status: 'Unbooked', stage: 'booked', hours: 0, silent: true },
  forward: [
    { status: 'Booked', code: '0001', message: 'At {merchant} Warehouse', stage: 'booked', hours: 0.5 },
    {
      status: 'Picked By PostEx',
      code: '0031',
      message: 'Departed to PostEx warehouse',
      stage: 'in_transit',
      hours: 1,
    },
    {
      status: 'PostEx WareHouse',
      code: '0003',
      message: 'At PostEx {origin} Warehouse',
      stage: 'in_transit',
      hours: 0.7,
    },
    {
      status: 'En-Route to {14} warehouse',
      code: '0033',
      message: 'Departed to {destination}',
      stage: 'in_transit',
      hours: 1,
    },
    {
      status: 'En-Route to {destination} warehouse',
      code: '0035',
      message: 'Arrived at Transit Hub {destination}',
      stage: 'in_transit',
      hours: 1.2,
    },
    outForDelivery,
  ],
  delivered: { status: 'Delivered', code: '0005', message: 'Delivered', stage: 'delivered', hours: 1 },
  attempted: [
    {
      status: 'Attempted',
      code: '0013',
      message: 'Attempt Made: {reason}',
      stage: 'attempted',
      hours: 1,
      reasons: [
        'RFD(REFUSED TO RECEIVE)',
        'CNA(CUSTOMER NOT AVAILABLE)',
        'ICA(INCOMPLETE ADDRESS)',
        'OPN(WANTS TO OPEN)',
      ],
    },
  ],
  reattempt: [{ ...outForDelivery, hours: 2 }],
  returnSteps: [
    {
      status: 'Delivery Under Review',
      code: '0008',
      message: 'Delivery Under Review',
      stage: 'attempted',
      hours: 1,
    },
    { status: 'Return Requested', code: '0040', message: 'Return process initiated', stage: 'returning', hours: 1 },
    {
      status: 'Out For Return',
      code: '0032',
      message: 'En-Route to {merchant} warehouse',
      stage: 'returning',
      hours: 1,
    },
    { status: 'Returned', code: '0006', message: 'Returned at {merchant} Warehouse', stage: 'returned', hours: 1.5 },
  ],
  cancelled: {
    status: 'Un-Assigned By Me',
    code: '0002',
    message: 'Cancelled by Merchant',
    stage: 'cancelled',
    hours: 0,
  },
  cancelledByCourier: { status: 'Expired', stage: 'cancelled', hours: 0, silent: true },
  others: [
    {
      status: 'En-Route to PostEx warehouse',
      code: '0031',
      message: 'Departed to PostEx warehouse',
      stage: 'in_transit',
      hours: 0,
    },
    { status: 'PostEx WareHouse', code: '0039', message: 'Waiting for Return', stage: 'returning', hours: 0 },
    { status: 'Out For Return', code: '0037', message: 'Return to {origin}', stage: 'returning', hours: 0 },
    { status: 'PostEx WareHouse', code: '0038', message: 'Waiting for Delivery', stage: 'in_transit', hours: 0 },
    { status: 'Returned', code: '0007', message: 'Returned', stage: 'returned', hours: 0 },
    { status: 'Void', stage: 'cancelled', hours: 0, silent: true },
    { status: 'Customer Requested', stage: 'attempted', hours: 0, silent: true },
    { status: 'Auth', stage: 'in_transit', hours: 0, silent: true },
    { status: 'Account Auth', stage: 'in_transit', hours: 0, silent: true },
  ],
};
