/** Amounts are whole paisa inside, and decimals with at least one place on the wire, as Shopify writes them ("10.0", "12.5"). */
export function decimal(paisa: number): string {
  const sign = paisa < 0 ? '-' : '';
  const whole = Math.floor(Math.abs(paisa) / 100);
  const fraction = String(Math.abs(paisa) % 100).padStart(2, '0');
  return `${sign}${whole}.${fraction.endsWith('0') ? fraction[0] : fraction}`;
}

export function paisaFrom(amount: string | number): number {
  return Math.round(Number(amount) * 100);
}

/** The two-place form that webhook payloads and pages use. */
export function twoPlaces(paisa: number): string {
  return (paisa / 100).toFixed(2);
}

export function moneyBag(paisa: number, currencyCode: string): object {
  const money = { amount: decimal(paisa), currencyCode };
  return { __typename: 'MoneyBag', shopMoney: money, presentmentMoney: money };
}
