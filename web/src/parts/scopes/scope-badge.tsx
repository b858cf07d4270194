import { scopeGroups, scopesOfGroup, type Scope } from '@courierdesk/contract/scopes';
import styles from './scope-badge.module.css';

/** A scope, coloured by its group. */
export function ScopeBadge({ scope }: { scope: Scope }) {
  const group = scopeGroups.find((one) => scopesOfGroup(one).includes(scope));
  return (
    <span className={styles.badge} data-group={group}>
      {scope}
    </span>
  );
}
