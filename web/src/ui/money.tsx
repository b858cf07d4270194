import { formatMoney } from '@courierdesk/contract/money';

/** `Rs 2,450`, or `USD 19.50`, never broken over two lines. */
export const Money = ({ amount, currency }: { amount: string | number; currency?: string }) => (
  <span className="numbers" style={{ whiteSpace: 'nowrap' }}>
    {formatMoney(amount, currency)}
  </span>
);
