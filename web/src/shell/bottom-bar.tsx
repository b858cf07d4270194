import { IconMenu2 } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import styles from './bottom-bar.module.css';
import { PlaceLink } from './place-link.tsx';
import { places } from './places.ts';

const BottomMenu = lazy(async () => ({ default: (await import('./bottom-menu.tsx')).BottomMenu }));

/** On phones: the four daily pages and a menu. */
export function BottomBar() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <nav className={styles.bar} aria-label="Daily pages">
        {places
          .filter((place) => place.daily)
          .map((place) => (
            <PlaceLink key={place.label} place={place} className={styles.place} short />
          ))}
        <button
          type="button"
          className={styles.place}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened(true)}
        >
          <IconMenu2 size={18} stroke={1.6} aria-hidden />
          <span>Menu</span>
        </button>
      </nav>
      <Suspense>{opened && <BottomMenu onClose={() => setOpened(false)} />}</Suspense>
    </>
  );
}
