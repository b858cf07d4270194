import { formatCount } from './count-text.ts';

/** `Name: maximum 60 characters` */
export const tooLong = (label: string, max: number): string => `${label}: maximum ${formatCount(max)} characters`;

/** `Weight: maximum 50,000 grams` */
export const tooHigh = (label: string, max: number, unit?: 'grams' | '%'): string =>
  `${label}: maximum ${[formatCount(max), unit].filter(Boolean).join(' ')}`;

/** `Free shipping value: maximum Rs 50,000` */
export const tooManyRupees = (label: string, max: number): string => `${label}: maximum Rs ${formatCount(max)}`;

/** `Maximum 20 orders per parcel` */
export const tooMany = (max: number, what: string): string => `Maximum ${formatCount(max)} ${what}`;
