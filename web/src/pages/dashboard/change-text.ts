import { formatCount } from '@courierdesk/contract/count-text';

/** A larger share says little: it compares many with almost none. */
const maxPercent = 999;

/** How a figure differs from the one of the period before: `+34 (87 %)`. */
export function changeText(now: number, before: number): string {
  const change = now - before;
  if (change === 0) return 'No change';
  const percent = before > 0 ? Math.round((Math.abs(change) / before) * 100) : Infinity;
  const share = percent <= maxPercent ? ` (${percent} %)` : '';
  return `${change > 0 ? '+' : '−'}${formatCount(Math.abs(change))}${share}`;
}
