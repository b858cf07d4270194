import { formatRupees, wholeRupees } from '../values/money.ts';
import type { Issue } from './issues.ts';

/** How many times the usual COD of the shop needs a confirmation. */
export const timesUsual = 10;

/** All in rupees. */
type CodToCheck = {
  readonly cod: number;
  /** What is to be collected for the contents of this parcel; null when the amounts are in another currency. */
  readonly proposed: number | null;
  /** What is still to pay for all of the order, or all merged orders. */
  readonly outstanding: string;
  /** What the shop usually collects for a parcel; null while it has too few parcels to tell. */
  readonly usual: number | null;
};

/**
 * The warning that a person must confirm before this COD is booked; nothing when it is what is to be collected. It is also
 * asked about when it is ten times what the shop usually collects.
 */
export function unusualCod(check: CodToCheck): Issue | undefined {
  const msg = whyUnusual(check);
  if (msg === undefined) return undefined;
  return { level: 'warning', field: 'cod_amount', msg, ...aboutCod(check) };
}

/** What a confirmation of this COD is about: the amount, and what is to be collected. */
export const aboutCod = ({ cod, proposed }: Pick<CodToCheck, 'cod' | 'proposed'>) => ({
  code: 'cod-unusual' as const,
  subject: `${cod}/${proposed ?? 'another currency'}`,
});

function whyUnusual({ cod, proposed, outstanding, usual }: CodToCheck): string | undefined {
  const amount = formatRupees(cod);
  if (proposed !== null) {
    const due = Math.max(0, wholeRupees(outstanding));
    if (cod > due) return `${amount} is more than what is still to pay (${formatRupees(due)}).`;
    if (cod > proposed) return `${amount} is more than the items of this parcel cost (${formatRupees(proposed)}).`;
    if (cod === 0 && proposed > 0) return `Nothing is collected, but ${formatRupees(proposed)} is to pay.`;
    if (cod < proposed) return `${amount} is less than what is to pay (${formatRupees(proposed)}).`;
  }
  if (usual !== null && usual > 0 && cod >= timesUsual * usual)
    return `${amount} is much more than usual (${formatRupees(usual)}).`;
  return undefined;
}
