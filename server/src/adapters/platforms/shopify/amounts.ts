/** Shopify's decimals are not padded (`"12.5"`, `"10.0"`): two places, half away from zero, no floating point. */
export function twoPlaces(amount: string): string {
  const found = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount);
  if (!found) throw new RangeError(`Not a decimal: ${amount}`);
  const [, sign = '', whole = '0', fraction = ''] = found;
  const thousandths = BigInt(whole + fraction.slice(0, 3).padEnd(3, '0'));
  const hundredths = ((thousandths + 5n) / 10n).toString().padStart(3, '0');
  const text = `${hundredths.slice(0, -2)}.${hundredths.slice(-2)}`;
  return sign && /[1-9]/.test(text) ? `-${text}` : text;
}
