import * as z from 'zod';

/** Rupees with two decimals, as a string: `2450.00`. */
export const Money = z.string().regex(/^-?\d{1,10}\.\d{2}$/);
export type Money = z.infer<typeof Money>;

function paisa(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
  const value = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0').slice(0, 2));
  return amount.startsWith('-') ? -value : value;
}

function fromPaisa(value: bigint): Money {
  const absolute = value < 0n ? -value : value;
  return `${value < 0n ? '-' : ''}${absolute / 100n}.${String(absolute % 100n).padStart(2, '0')}`;
}

/** The amount with exactly two decimals; further ones are cut. `12.5` -> `12.50`. */
export const canonicalMoney = (amount: string): Money => fromPaisa(paisa(amount));

export const addMoney = (...amounts: readonly string[]): Money =>
  fromPaisa(amounts.reduce((sum, amount) => sum + paisa(amount), 0n));

export const subtractMoney = (from: string, amount: string): Money => fromPaisa(paisa(from) - paisa(amount));

export const multiplyMoney = (amount: string, times: number): Money => fromPaisa(paisa(amount) * BigInt(times));

/** Rounded half-up to whole rupees: the one figure on form, label and at the courier. */
export function wholeRupees(amount: string): number {
  const value = paisa(amount);
  return Number((value < 0n ? value - 50n : value + 50n) / 100n);
}

export const rupeesToMoney = (rupees: number): Money => fromPaisa(BigInt(Math.round(rupees * 100)));

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const withPaisa = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `Rs 2,450`; paisa only where there are any: `Rs 1,211.50`. */
export function formatRupees(amount: string | number): string {
  const value = Number(amount);
  return `Rs ${(Number.isInteger(value) ? whole : withPaisa).format(value)}`;
}

/** The currency of couriers and of stores in Pakistan. */
export const homeCurrency = 'PKR';

/** ISO 4217. Version 0.2.0, which goes on beside this one during an upgrade, names none. */
export const Currency = z.string().default(homeCurrency);

/** `Rs 2,450`, or `USD 19.50` for an amount that is not in rupees. */
export const formatMoney = (amount: string | number, currency: string = homeCurrency): string =>
  currency === homeCurrency ? formatRupees(amount) : `${currency} ${withPaisa.format(Number(amount))}`;
