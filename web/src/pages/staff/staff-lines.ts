import { deliveredShareOf, type StaffStats } from '@courierdesk/contract/staff';

/** Of the chart of orders over time. */
export const staffLines = [
  { name: 'total', label: 'Total', color: '--cd-text', dashes: [] },
  { name: 'booked', label: 'Booked', color: '--cd-booked', dashes: [8, 4] },
  { name: 'cancelled', label: 'Cancelled', color: '--cd-cancelled', dashes: [2, 4] },
] as const;

export const roleText: Record<StaffStats['role'], string> = { ADMIN: 'Admin', USER: 'User' };

export const aboutFigures =
  'Cancelled includes returned parcels. Percentages: delivered parcels among those delivered or returned.';

export function deliveredShareText(counts: Parameters<typeof deliveredShareOf>[0]): string {
  const share = deliveredShareOf(counts);
  return share === null ? '–' : `${share} %`;
}
