import { Drawer } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useReturnFocus } from '../lib/return-focus.ts';
import { logout } from '../session/session.ts';
import styles from './bottom-bar.module.css';
import { NavEntryLink } from './nav-entry-link.tsx';
import { navEntries } from './nav-entries.ts';

export function BottomMenu({ onClose }: { onClose: () => void }) {
  useReturnFocus(true);
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
          <NavEntryLink key={place.label} place={place} className={styles.entry} onGo={onClose} />
        ))}
        <button type="button" className={styles.entry} onClick={logout}>
          <IconLogout size={18} stroke={1.6} aria-hidden />
          <span>Logout</span>
        </button>
      </div>
    </Drawer>
  );
}
