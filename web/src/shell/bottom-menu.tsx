import { Drawer } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useReturnFocus } from '../lib/return-focus.ts';
import { useOnBack } from '../lib/use-on-back.ts';
import styles from './bottom-bar.module.css';
import { NavEntryLink, NavItems } from './nav-entry-link.tsx';
import { navEntries } from '../parts/navigation/nav-entries.ts';

export function BottomMenu({ onClose }: { onClose: () => void }) {
  useReturnFocus(true);
  useOnBack(onClose);
  const navigate = useNavigate();
  const logout = (): void => {
    onClose();
    void navigate({ to: '/logout' });
  };
  return (
    <Drawer
      opened
      returnFocus={false}
      onClose={onClose}
      position="bottom"
      size="auto"
      title="Menu"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={styles.menu}>
        {navEntries.map((place) => (
          <Fragment key={place.label}>
            <NavEntryLink place={place} className={styles.entry} onGo={onClose} />
            <NavItems place={place} className={styles.items} onGo={onClose} />
          </Fragment>
        ))}
        <button type="button" className={styles.entry} onClick={logout}>
          <IconLogout size={18} stroke={1.6} aria-hidden />
          <span>Logout</span>
        </button>
      </div>
    </Drawer>
  );
}
