import { seededRandom } from '../../core/random.ts';
import type { DemoCity } from './demo-customers.ts';
import { cities, firstNames, lastNames, notes, streets, unknownPlaces, unusualNames } from './demo-customers.ts';
import { pictureOf, products } from './demo-products.ts';
import type { Address } from '../platform/order.ts';

/** An order as a customer would place it; amounts in paisa. */
export type OrderDraft = {
  createdAt: Date;
  customer: { firstName: string | null; lastName: string | null } | null;
  email: string | null;
  phone: string | null;
  address: Address | null;
  lines: DraftLine[];
  shipping: { title: string; price: number };
  discountCode: string | null;
  payment: 'cod' | 'paid' | 'partial';
  note: string | null;
  tags: string[];
};

type DraftLine = {
  title: string;
  variantTitle: string | null;
  vendor: string | null;
  sku: string | null;
  quantity: number;
  unitPrice: number;
  /** Weight of one unit. */
  grams: number;
  /** Absent: it is shipped. */
  requiresShipping?: boolean;
  discount: number;
  image: string | null;
};

const hourMs = 3_600_000;

/**
 * The n-th demo order of a store: the same number always gives the same order, but for its time. Each stands alone, so a store
 * can be filled up later without disturbing what is there.
 */
export function demoOrder(number: number, newest: Date, spreadHours: number): OrderDraft {
  const random = seededRandom(number * 2_654_435_761);
  // Neighbouring seeds start with similar values: skip the first.
  random();
  const pick = <T>(list: readonly [T, ...T[]] | readonly T[]): T => pickFrom(list, random);
  const chance = (share: number) => random() < share;

  const person = chance(0.09) ? pick(unusualNames) : { firstName: pick(firstNames), lastName: pick(lastNames) };
  const phone = phoneNumber(random);
  const address = addressFor(person, phone, random);
  const lines = orderLines(random);
  const goods = lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0);
  const discountCode = chance(0.14) ? pick(['EID10', 'WELCOME10', 'JUMMA15']) : null;
  if (discountCode) spreadDiscount(lines, discountCode === 'JUMMA15' ? 0.15 : 0.1);
  const paymentRoll = random();
  return {
    createdAt: new Date(newest.getTime() - Math.floor(random() * spreadHours * hourMs)),
    customer: person,
    email: chance(0.7) ? emailOf(person, number) : null,
    phone: chance(0.5) ? phone : null,
    address: chance(0.012) ? null : address,
    lines,
    shipping: shippingFor(goods, random),
    discountCode,
    payment: paymentRoll < 0.86 ? 'cod' : paymentRoll < 0.95 ? 'paid' : 'partial',
    note: chance(0.15) ? pick(notes) : null,
    tags: [...(chance(0.12) ? ['repeat-customer'] : []), ...(chance(0.06) ? ['verified'] : [])],
  };
}

function pickFrom<T>(list: readonly T[], random: () => number): T {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) throw new Error('there is nothing to pick from');
  return found;
}

function addressFor(
  person: { firstName: string | null; lastName: string | null },
  phone: string | null,
  random: () => number,
): Address {
  const city = weightedCity(random);
  const unknown = random() < 0.05;
  return {
    ...person,
    company: random() < 0.06 ? pickFrom(['Al-Noor Traders', 'Punjab College', 'Allied Bank Ltd'], random) : null,
    address1: pickFrom(streets, random),
    address2: random() < 0.75 ? pickFrom(city.areas, random) : null,
    city: unknown ? pickFrom(unknownPlaces, random) : pickFrom(city.spellings, random),
    province: random() < 0.8 ? city.province : null,
    provinceCode: city.provinceCode,
    zip: random() < 0.6 ? city.zip : null,
    country: 'Pakistan',
    countryCode: 'PK',
    phone,
  };
}

function weightedCity(random: () => number): DemoCity {
  const total = cities.reduce((sum, city) => sum + city.weight, 0);
  let left = random() * total;
  for (const city of cities) {
    left -= city.weight;
    if (left < 0) return city;
  }
  return pickFrom(cities, random);
}

/** Phones as customers type them; a few are wrong or missing. */
function phoneNumber(random: () => number): string | null {
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
  const network = `3${pickFrom(['00', '01', '02', '11', '12', '21', '22', '31', '33', '45', '46'], random)}`;
  const rest = digits(7);
  const roll = random();
  if (roll < 0.42) return `0${network}${rest}`;
  if (roll < 0.58) return `+92 ${network} ${rest}`;
  if (roll < 0.7) return `+92${network}${rest}`;
  if (roll < 0.8) return `92${network}${rest}`;
  if (roll < 0.9) return `0${network}-${rest}`;
  if (roll < 0.94) return `${network}${rest}`;
  if (roll < 0.955) return `042-3578${digits(4)}`;
  if (roll < 0.97) return `0${network}${digits(4)}`;
  if (roll < 0.98) return 'call on whatsapp';
  return null;
}

function orderLines(random: () => number): DraftLine[] {
  const roll = random();
  const count = roll < 0.55 ? 1 : roll < 0.8 ? 2 : roll < 0.9 ? 3 : roll < 0.95 ? 4 : roll < 0.98 ? 5 : 6;
  const chosen = new Set<number>();
  while (chosen.size < count) chosen.add(Math.floor(random() * products.length));
  return [...chosen].map((index) => {
    const product = products[index];
    if (!product) throw new Error(`there is no product ${index}`);
    const variant = product.variants.length > 0 ? pickFrom(product.variants, random) : null;
    return {
      title: product.title,
      variantTitle: variant,
      vendor: product.vendor,
      sku: variant ? `${product.sku}-${variant.replace(/\W+/g, '').slice(0, 4).toUpperCase()}` : product.sku,
      quantity: random() < 0.85 ? 1 : random() < 0.7 ? 2 : 3,
      unitPrice: product.price * 100,
      grams: product.grams,
      discount: 0,
      image: pictureOf(index),
    };
  });
}

function spreadDiscount(lines: DraftLine[], share: number): void {
  for (const line of lines) line.discount = Math.round(line.unitPrice * line.quantity * share);
}

function shippingFor(goods: number, random: () => number): OrderDraft['shipping'] {
  if (goods >= 500_000) return { title: 'Free shipping', price: 0 };
  return random() < 0.6
    ? { title: 'Standard delivery', price: 20_000 }
    : { title: 'Delivery outside Punjab', price: 25_000 };
}

function emailOf(person: { firstName: string | null; lastName: string | null }, number: number): string {
  const name = [person.firstName, person.lastName]
    .filter((part) => part !== null)
    .join('.')
    .toLowerCase()
    .replace(/[^a-z]+/g, '.')
    .replace(/^\.+|(?<!\.)\.+$/g, '')
    .slice(0, 30);
  return `${name || 'customer'}.${number}@mail.example`;
}
