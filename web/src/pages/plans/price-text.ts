import { plans, type PlanCard } from '@courierdesk/contract/plans';

/** `$0`, `$10`, `$99.99` */
export const priceText = ({ currencySign, price }: Pick<PlanCard, 'currencySign' | 'price'>): string =>
  `${currencySign}${Number.isInteger(price) ? price : price.toFixed(2)}`;

/** What a year costs less than twelve months of the monthly plan: `Save $20.01 a year` */
export function savingText({ currencySign, price, duration }: PlanCard): string | undefined {
  const saved = plans.MONTHLY.price * 12 - price;
  return duration === 'year' && saved > 0 ? `Save ${priceText({ currencySign, price: saved })} a year` : undefined;
}
