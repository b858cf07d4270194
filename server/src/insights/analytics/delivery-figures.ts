import { smallSample, type DeliveryFigures } from '@courierdesk/contract/analytics';
import type { ShipmentStatus } from '@courierdesk/contract/statuses';

type Group = {
  readonly status: ShipmentStatus;
  readonly n: number;
  /** Delivered parcels whose days to deliver we know, and the sum of these days. */
  readonly timed: number;
  readonly days: number;
};

/** How these parcels fared. Cancelled ones never went out. */
export function deliveryFigures(groups: readonly Group[]): DeliveryFigures {
  const sent = groups.filter(({ status }) => status !== 'CANCELLED');
  const countOf = (status: ShipmentStatus): number => sum(sent.filter((group) => group.status === status));
  const parcels = sum(sent);
  const delivered = countOf('DELIVERED');
  const returned = countOf('RTS');
  const timed = sent.reduce((total, group) => total + group.timed, 0);
  const days = sent.reduce((total, group) => total + group.days, 0);
  return {
    parcels,
    delivered,
    returned,
    under_way: parcels - delivered - returned,
    delivery_rate: parcels > 0 ? oneDecimal((delivered / parcels) * 100) : null,
    return_rate: parcels > 0 ? oneDecimal((returned / parcels) * 100) : null,
    days_to_deliver: timed > 0 ? oneDecimal(days / timed) : null,
    small_sample: parcels < smallSample,
  };
}

const sum = (groups: readonly { readonly n: number }[]): number => groups.reduce((total, { n }) => total + n, 0);
const oneDecimal = (value: number): number => Math.round(value * 10) / 10;

/** The figures of each courier, most parcels first. */
export function figuresByCompany(groups: readonly (Group & { readonly company: string })[]) {
  return [...Map.groupBy(groups, ({ company }) => company)]
    .map(([company, own]) => ({ company, ...deliveryFigures(own) }))
    .filter(({ parcels }) => parcels > 0)
    .toSorted((a, b) => b.parcels - a.parcels || a.company.localeCompare(b.company));
}
