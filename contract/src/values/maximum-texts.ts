/** `Name: maximum 60 characters` */
export const tooLong = (label: string, max: number): string => `${label}: maximum ${grouped(max)} characters`;

/** `Weight: maximum 50,000 grams` */
export const tooHigh = (label: string, max: number, unit?: 'grams' | '%'): string =>
  `${label}: maximum ${[grouped(max), unit].filter(Boolean).join(' ')}`;

/** `Free shipping value: maximum Rs 50,000` */
export const tooManyRupees = (label: string, max: number): string => `${label}: maximum Rs ${grouped(max)}`;

/** `Maximum 20 orders per parcel` */
export const tooMany = (max: number, what: string): string => `Maximum ${grouped(max)} ${what}`;

const grouped = (max: number): string => max.toLocaleString('en-US');
