import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { Navigate, Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useKeys } from '../lib/keys.ts';
import { usePendingPrints } from '../lib/pending-prints.ts';
import { TimeZone } from '../lib/time-zone.ts';
import { useSession } from '../session/use-session.ts';
import { FullSpinner } from '../ui/full-spinner.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { PlanLimit } from '../plans/plan-limit.tsx';
import styles from './shell.module.css';
import { SideNavigation } from './side-navigation.tsx';
import { TopBar } from './top-bar.tsx';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const PendingPrints = lazy(async () => ({
  default: (await import('../printing/pending-prints.tsx')).PendingPrints,
}));
const KeyList = lazy(async () => ({ default: (await import('./key-list.tsx')).KeyList }));

/** The frame of everything under /dashboard. Redirects signed-out people to /login. */
export function Shell() {
  const { isAuthorized, loading, user } = useSession();
  if (loading) return <FullSpinner />;
  if (!isAuthorized || !user) return <Navigate to="/login" />;
  return (
    <TimeZone value={user.shop.iana_time_zone}>
      <Frame />
    </TimeZone>
  );
}

function Frame() {
  const [collapsed, setCollapsed] = useLocalStorage({
    key: 'nav_collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const narrow = useMediaQuery('(max-width: 1023.98px)', undefined, { getInitialValueInEffect: false });
  const [dialog, setDialog] = useState<'palette' | 'keys'>();
  const prints = usePendingPrints().length > 0;
  const [hadPrints, setHadPrints] = useState(false);
  if (prints && !hadPrints) setHadPrints(true);
  useKeys({
    'mod+k': (event) => {
      event.preventDefault();
      setDialog(dialog === 'palette' ? undefined : 'palette');
    },
    '?': () => setDialog('keys'),
  });
  const close = (): void => setDialog(undefined);
  return (
    <div className={styles.shell}>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <SideNavigation collapsed={collapsed || narrow} onCollapse={narrow ? undefined : setCollapsed} />
      <div className={styles.column}>
        <TopBar onSearch={() => setDialog('palette')} onKeys={() => setDialog('keys')} />
        <main id="main" tabIndex={-1} className={styles.main}>
          <Suspense>{hadPrints && <PendingPrints />}</Suspense>
          <Outlet />
        </main>
      </div>
      <BottomBar />
      <Suspense>
        {dialog === 'palette' && <Palette onClose={close} />}
        {dialog === 'keys' && <KeyList onClose={close} />}
      </Suspense>
      <PlanLimit />
    </div>
  );
}
