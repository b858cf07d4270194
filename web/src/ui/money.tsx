import { formatRupees } from '@courierdesk/contract/money';

/** `Rs 2,450`, never broken over two lines. */
export const Money = ({ amount }: { amount: string | number }) => (
  <span className="numbers" style={{ whiteSpace: 'nowrap' }}>
    {formatRupees(amount)}
  </span>
);
