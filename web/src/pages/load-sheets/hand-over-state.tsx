import { companyName } from '@courierdesk/contract/companies';
import type { LoadSheet } from '@courierdesk/contract/load-sheets';
import { ToneBadge } from '../../ui/tone-badge.tsx';
import { TableDate } from '../../ui/dates/table-date.tsx';
import styles from './load-sheets-page.module.css';

/** Whether the parcels of a load sheet are still here or with the rider. */
export function HandOverState({ sheet }: { sheet: LoadSheet }) {
  if (sheet.handed_over_at)
    return (
      <span title={`By ${sheet.handed_over_by}`} className={styles.handedOver}>
        Handed over <TableDate at={sheet.handed_over_at} />
      </span>
    );
  if (sheet.state === 'asking') return <ToneBadge tone="process">Asking {companyName[sheet.company]}</ToneBadge>;
  if (sheet.state === 'refused') return <ToneBadge tone="needs">Refused by {companyName[sheet.company]}</ToneBadge>;
  return <span className={styles.handedOver}>Waiting for the rider</span>;
}
