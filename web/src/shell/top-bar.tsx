import { ActionIcon } from '@mantine/core';
import { IconLifebuoy, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { modKey } from '../lib/keys.ts';
import { useUser } from '../session/use-session.ts';
import { Brand } from '../ui/brand.tsx';
import { PlanUsage } from '../parts/plans/plan-usage.tsx';
import { CourierHealth } from './courier-health.tsx';
import styles from './top-bar.module.css';
import { UserMenu } from './user-menu.tsx';

export function TopBar({ onSearch, onKeys }: { onSearch: () => void; onKeys: () => void }) {
  const user = useUser();
  return (
    <header className={styles.bar}>
      <div className={styles.brand}>
        <Brand compact />
      </div>
      <button type="button" className={styles.search} onClick={onSearch}>
        <IconSearch size={16} aria-hidden />
        <span>Search</span>
        <kbd>{modKey} K</kbd>
      </button>
      <div className={styles.end}>
        <CourierHealth />
        <PlanUsage />
        <ActionIcon
          className={styles.smallSearch}
          variant="subtle"
          color="gray"
          size={36}
          aria-label="Search"
          onClick={onSearch}
        >
          <IconSearch size={18} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label="Support"
          className={styles.support}
          data-tooltip="Support"
          renderRoot={(props) => <Link to="/dashboard/support" {...props} />}
        >
          <IconLifebuoy size={18} />
        </ActionIcon>
        <span className={styles.role} data-tone={user.role === 'USER' ? 'info' : 'magic'}>
          {user.role === 'USER' ? 'User' : 'Admin'}
        </span>
        <UserMenu onKeys={onKeys} />
      </div>
    </header>
  );
}
