import type { PlanCard } from '@courierdesk/contract/plans';

/** `$0`, `$10`, `$99.99` */
export const priceText = ({ currencySign, price }: Pick<PlanCard, 'currencySign' | 'price'>): string =>
  `${currencySign}${Number.isInteger(price) ? price : price.toFixed(2)}`;
