import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconLogout } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { Fragment } from 'react';
import { Brand } from '../ui/brand.tsx';
import { NavEntryLink, NavItems } from './nav-entry-link.tsx';
import { navEntries } from '../parts/navigation/nav-entries.ts';
import styles from './side-navigation.module.css';

const groups = ['Daily work', 'Set-up', 'Help and plan'] as const;

export function SideNavigation({
  collapsed,
  onCollapse,
}: {
  collapsed: boolean;
  /** Undefined where the window has space only for icons. */
  onCollapse: ((collapsed: boolean) => void) | undefined;
}) {
  const navigate = useNavigate();
  const Toggle = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const toggleLabel = collapsed ? 'Expand navigation' : 'Collapse navigation';
  return (
    <nav className={styles.nav} data-collapsed={collapsed || undefined} aria-label="Main">
      <div className={styles.brand}>
        <Brand compact={collapsed} />
      </div>
      {groups.map((group) => (
        <div key={group} className={styles.group}>
          <p className={styles.heading}>{group}</p>
          {navEntries
            .filter((place) => place.group === group)
            .map((place) => (
              <Fragment key={place.label}>
                <NavEntryLink place={place} className={styles.entry} hint={collapsed} />
                {!collapsed && <NavItems place={place} className={styles.items} />}
              </Fragment>
            ))}
        </div>
      ))}
      <div className={styles.bottom}>
        {onCollapse && (
          <button type="button" className={styles.entry} onClick={() => onCollapse(!collapsed)} title={toggleLabel}>
            <Toggle size={18} stroke={1.6} aria-hidden />
            <span>{toggleLabel}</span>
          </button>
        )}
        <div className={styles.you}>
          {navEntries
            .filter((place) => place.group === 'You')
            .map((place) => (
              <NavEntryLink key={place.label} place={place} className={styles.entry} hint={collapsed} />
            ))}
          <button
            type="button"
            className={styles.logout}
            onClick={() => void navigate({ to: '/logout' })}
            title="Logout"
          >
            <IconLogout size={18} stroke={1.6} aria-hidden />
            <span>Logout</span>
          </button>
        </div>
      </div>
    </nav>
  );
}
