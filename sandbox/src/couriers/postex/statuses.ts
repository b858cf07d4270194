import type { Consignment } from '../parcels/consignment.ts';

type PostexStatus = {
  id: number;
  /** How get-all-order words it. */
  listed: string;
};

/** docs/contracts/postex.md, "Status words"; words without an id of their own are listed as they are. */
const statuses: Record<string, PostexStatus> = {
  Unbooked: { id: 1, listed: 'Unbooked' },
  Booked: { id: 2, listed: 'Booked' },
  'Picked By PostEx': { id: 15, listed: 'Picked By PostEx' },
  'En-Route': { id: 18, listed: 'Transferred' },
  'PostEx WareHouse': { id: 3, listed: 'In Stock' },
  'Out For Delivery': { id: 4, listed: 'Delivery En-Route' },
  Attempted: { id: 17, listed: 'Attempted' },
  'Delivery Under Review': { id: 9, listed: 'Under Verification' },
  Delivered: { id: 5, listed: 'Delivered' },
  'Return Requested': { id: 9, listed: 'Return Requested' },
  'Out For Return': { id: 16, listed: 'Return In-Transit' },
  Returned: { id: 6, listed: 'Return' },
  'Un-Assigned By Me': { id: 7, listed: 'Cancelled' },
  Expired: { id: 8, listed: 'Expired' },
};

export const statusOf = (parcel: Consignment): PostexStatus =>
  statuses[parcel.status.startsWith('En-Route') ? 'En-Route' : parcel.status] ?? { id: 0, listed: parcel.status };

export const knownStatusIds = new Set([0, ...Object.values(statuses).map((status) => status.id)]);

/** The vocabulary get-order-status gives: about twenty, payment-like ones included. */
export const statusVocabulary: string[] = [
  'Unbooked',
  'Booked',
  'PostEx WareHouse',
  'Out For Delivery',
  'Delivered',
  'Returned',
  'Un-Assigned By Me',
  'Expired',
  'Delivery Under Review',
  'Picked By PostEx',
  'Out For Return',
  'Attempted',
  'En-Route to {14} warehouse',
  'Return Requested',
  'Auth',
  'Account Auth',
  'Void',
  'Customer Requested',
];
