import { IconMenu2 } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useLazyOpen } from '../ui/use-lazy-open.ts';
import styles from './bottom-bar.module.css';
import { NavEntryLink } from './nav-entry-link.tsx';
import { navEntries } from '../parts/navigation/nav-entries.ts';
import { lazyNamed } from '../ui/lazy-named.ts';

const BottomMenu = lazyNamed(async () => (await import('./bottom-menu.tsx')).BottomMenu);

/** On phones: the four daily pages and a menu. */
export function BottomBar() {
  const [opened, open, close] = useLazyOpen(false);
  return (
    <>
      <nav className={styles.bar} aria-label="Daily pages">
        {navEntries
          .filter((place) => place.daily)
          .map((place) => (
            <NavEntryLink key={place.label} place={place} className={styles.place} short />
          ))}
        <button
          type="button"
          className={styles.place}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => open(true)}
        >
          <IconMenu2 size={18} stroke={1.6} aria-hidden />
          <span>Menu</span>
        </button>
      </nav>
      <Suspense>{opened && <BottomMenu onClose={close} />}</Suspense>
    </>
  );
}
