import { formatRupees, wholeRupees } from '../values/money.ts';

/** How many times the usual COD of the shop needs a confirmation. */
const timesUsual = 10;

/** All in rupees. `usual`: what the shop usually collects for a parcel; null while it has too few parcels to tell. */
export type CodToCheck = { readonly cod: number; readonly outstanding: string; readonly usual: number | null };

/**
 * Why a person must confirm this COD before it is booked, in a sentence; nothing when it is plausible. It is more than
 * the order (or all merged orders) has outstanding, or ten times what the shop usually collects.
 */
export function whyUnusualCod({ cod, outstanding, usual }: CodToCheck): string | undefined {
  const due = Math.max(0, wholeRupees(outstanding));
  if (cod > due) return `${formatRupees(cod)} is more than what is still to pay (${formatRupees(due)}).`;
  if (usual !== null && usual > 0 && cod >= timesUsual * usual)
    return `${formatRupees(cod)} is much more than usual (${formatRupees(usual)}).`;
  return undefined;
}
