import { companyName, type Company } from './companies.ts';
import { formatCount } from './count-text.ts';
import * as z from 'zod';

/** Where the weight of a parcel comes from; `mixed`: the store knows it for some of the merged orders only. */
export const WeightSource = z.enum(['store', 'account', 'shop', 'mixed', 'none']);
export type WeightSource = z.infer<typeof WeightSource>;

/** Grams; 0 when the weight is unknown. */
export type StartingWeight = { readonly grams: number; readonly source: WeightSource };

/**
 * The weight that a booking starts with: what the store knows of the items, else the courier account's, else the shop's
 * default. All in grams, 0 where there is none. `store`: one per order of the parcel.
 */
export function startingWeight(store: readonly number[], account: number, shop: number): StartingWeight {
  const known = store.filter((grams) => grams > 0);
  const grams = known.reduce((sum, one) => sum + one, 0);
  const fallback = account || shop;
  const missing = store.length - known.length;
  if (missing === 0) return { grams, source: 'store' };
  if (fallback === 0) return { grams, source: grams > 0 ? 'mixed' : 'none' };
  return {
    grams: grams + missing * fallback,
    source: known.length > 0 ? 'mixed' : account > 0 ? 'account' : 'shop',
  };
}

/** `850 g`, `3.76 kg`. */
export const formatWeight = (grams: number): string =>
  grams >= 1000 ? `${(grams / 1000).toLocaleString('en-US', { maximumFractionDigits: 3 })} kg` : `${grams} g`;

/** Minimum weight that each courier takes, in grams: docs/couriers.md. */
const minWeights: Record<Company, number> = { LEOPARD: 1, MNP: 500, POSTEX: 1, TCS: 500 };

/** What is sent to the courier, stored and printed: the weight in the form, or the courier's minimum. In grams. */
export const bookedWeight = (grams: number, company: Company): number => Math.max(grams, minWeights[company]);

/** Says that the courier's minimum is booked; nothing where the weight is booked as it is, or refused. */
export function whyBookedHeavier(grams: number, company: Company): string | undefined {
  const booked = bookedWeight(grams, company);
  return grams > 0 && booked > grams
    ? `${formatWeight(grams)} is booked as ${formatWeight(booked)}, the minimum at ${companyName[company]}.`
    : undefined;
}

/** Grams of one item below or above which a weight is unusual when the store does not know what the items weigh. */
export const [lightestItem, heaviestItem] = [10, 10_000];
/** Grams that the booking form takes at most. */
export const maxWeight = 50_000;

/**
 * Why a weight is far too low or too high for the items, in a sentence; nothing when it is plausible. `store`: what the
 * store knows of the items, 0 when it knows nothing. All in grams.
 */
export function whyUnusualWeight(
  grams: number,
  { store, items }: { store: number; items: number },
): string | undefined {
  const written = `${formatCount(grams)} g`;
  if (store > 0) {
    const known = `${formatCount(store)} g`;
    if (grams < store / 2 && store - grams >= 200) return `${written} is far below the store’s weight (${known}).`;
    if (grams > store * 3 && grams - store >= 500) return `${written} is far above the store’s weight (${known}).`;
    return undefined;
  }
  if (items === 0 || (grams >= lightestItem * items && grams <= heaviestItem * items)) return undefined;
  const of = items === 1 ? 'one item' : `${formatCount(items)} items`;
  return `${written} is ${grams < lightestItem * items ? 'very little' : 'very much'} for ${of}.`;
}
