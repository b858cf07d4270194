import { courierName } from '@courierdesk/contract/companies';
import { resolveShipment, type AttentionItem } from '@courierdesk/contract/attention';
import { IconAlertTriangleFilled, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { missingPermission } from '../../lib/missing-permission.ts';
import { useHasAccess } from '../../session/use-session.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Money } from '../../ui/money.tsx';
import { When } from '../../ui/dates/when.tsx';
import styles from './attention-case.module.css';
import { CaseActions } from './case-actions.tsx';
import { kindName } from './case-texts.ts';
import { NextCheck } from './next-check.tsx';

/** One case: its parcel, what happened, what is protected, and possible actions. */
export function AttentionCase({ item }: { item: AttentionItem }) {
  const canDecide = useHasAccess(resolveShipment.access);
  const titleId = `case-${item.id}`;
  return (
    <li className={styles.case} aria-labelledby={titleId} data-resolving={item.resolves_itself || undefined}>
      <header className={styles.head}>
        {item.resolves_itself ? (
          <IconRefresh size={16} aria-hidden className={styles.icon} />
        ) : (
          <IconAlertTriangleFilled size={16} aria-hidden className={styles.icon} />
        )}
        <h3 id={titleId} className={styles.title}>
          {kindName[item.kind]}: {item.order_name}
        </h3>
        <NextCheck item={item} />
        <Since at={item.since} />
      </header>
      <CaseFacts item={item} />
      <dl className={styles.words}>
        <dt>What happened</dt>
        <dd>{item.what_happened}</dd>
        <dt>What’s protected</dt>
        <dd>{item.what_is_protected}</dd>
        <dt>What to do next</dt>
        <dd>{item.what_next}</dd>
      </dl>
      {item.changes.length > 0 && <Changes changes={item.changes} />}
      {item.actions.length > 0 &&
        (canDecide ? (
          <Foldable canFold={item.resolves_itself}>
            <CaseActions item={item} />
          </Foldable>
        ) : (
          <p className={styles.right}>{missingPermission(resolveShipment.access)}</p>
        ))}
    </li>
  );
}

/** A case that resolves automatically needs nothing of a person, so its form is folded, unless it was open before. */
function Foldable({ canFold, children }: { canFold: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(!canFold);
  return (
    <details className={styles.fold} open={open || !canFold} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary hidden={!canFold}>Decide now</summary>
      {children}
    </details>
  );
}

const Since = ({ at }: { at: string }) => (
  <span className={styles.since}>
    opened <When at={at} form="ago" />
  </span>
);

const CaseFacts = ({ item }: { item: AttentionItem }) => (
  <ul className={styles.facts} aria-label="About">
    {item.tracking_number && (
      <li className={styles.number}>
        <Link
          to="/dashboard/orders"
          search={{ shipment: item.tracking_number, parcel: item.shipment_id }}
          className="numbers"
        >
          {item.tracking_number}
        </Link>
        <CopyButton text={item.tracking_number} what="tracking number" />
      </li>
    )}
    <li>
      {courierName(item.company)} (<bdi>{item.account_name}</bdi>)
    </li>
    <li>
      <bdi>{item.consignee_name}</bdi>
    </li>
    <li>
      COD <Money amount={item.cod} />
    </li>
    {item.booked_by && (
      <li>
        Booked by <bdi>{item.booked_by}</bdi>
      </li>
    )}
    <li className={styles.number}>
      Reference <code>{item.reference}</code>
      <CopyButton text={item.reference} what="reference" />
    </li>
  </ul>
);

const Changes = ({ changes }: { changes: AttentionItem['changes'] }) => (
  <table className={styles.changes} aria-label="What was changed">
    <thead>
      <tr>
        <th scope="col">Field</th>
        <th scope="col">Was</th>
        <th scope="col">Now</th>
      </tr>
    </thead>
    <tbody>
      {changes.map((change) => (
        <tr key={change.field}>
          <th scope="row">{change.field}</th>
          <td>
            <del dir="auto">{change.was || 'empty'}</del>
          </td>
          <td>
            <ins dir="auto">{change.now || 'empty'}</ins>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
