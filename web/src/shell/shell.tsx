import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { Navigate, Outlet, useNavigate } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { useKeys } from '../lib/keys.ts';
import { usePrintsLeftToPerson } from '../lib/pending-prints.ts';
import { listenForScans } from '../lib/scans.ts';
import { TimeZone } from '../lib/time-zone.ts';
import { useOnBack } from '../lib/use-on-back.ts';
import { useHasAccess, useSession, useUser } from '../session/use-session.ts';
import { FullSpinner } from '../ui/full-spinner.tsx';
import { useLazyOpen } from '../ui/use-lazy-open.ts';
import { BottomBar } from './bottom-bar.tsx';
import { PlanLimit } from '../parts/plans/plan-limit.tsx';
import { allowedNavEntries } from '../parts/navigation/nav-entries.ts';
import { OpenSearch } from './open-search.ts';
import { SearchOverlay } from './search-overlay.tsx';
import styles from './shell.module.css';
import { SideNavigation } from './side-navigation.tsx';
import { TopBar } from './top-bar.tsx';
import { lazyNamed } from '../ui/lazy-named.ts';

const PendingPrints = lazyNamed(async () => (await import('../parts/printing/pending-prints.tsx')).PendingPrints);
const StoreBanner = lazyNamed(async () => (await import('./store-banner.tsx')).StoreBanner);
const KeyList = lazyNamed(async () => (await import('./key-list.tsx')).KeyList);

/** The frame of everything under /dashboard. Redirects signed-out people to /login. */
export function Shell() {
  const { isAuthorized, loading, user } = useSession();
  if (loading) return <FullSpinner />;
  if (!isAuthorized || !user) return <Navigate to="/login" replace ignoreBlocker />;
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
  const [dialog, setDialog] = useState<'search' | { scanned: string }>();
  const [keysOpened, openKeys, closeKeys] = useLazyOpen(false);
  const user = useUser();
  const navigate = useNavigate();
  const prints = usePrintsLeftToPerson().length > 0;
  const [hadPrints, setHadPrints] = useState(false);
  if (prints && !hadPrints) setHadPrints(true);
  const canSeeParcels = useHasAccess(['READ_ORDERS']);
  // Also for those who may not see parcels: a scan must not type anywhere.
  useEffect(() => listenForScans((scanned) => canSeeParcels && setDialog({ scanned })), [canSeeParcels]);
  useKeys({
    'mod+k': (event) => {
      event.preventDefault();
      setDialog(dialog ? undefined : 'search');
    },
    '/': (event) => {
      // A page with its own search focuses that.
      if (document.querySelector('main [type="search"]')) return;
      event.preventDefault();
      setDialog('search');
    },
    '?': () => openKeys(true),
    ...Object.fromEntries(
      allowedNavEntries(user).flatMap(({ key, to }) => (key ? [[`g ${key}`, () => void navigate({ to })]] : [])),
    ),
  });
  useOnBack(() => {
    setDialog(undefined);
    closeKeys();
  });
  const openSearch = useCallback(() => setDialog('search'), []);
  const close = (): void => setDialog(undefined);
  return (
    <div className={styles.shell}>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <SideNavigation collapsed={collapsed || narrow} onCollapse={narrow ? undefined : setCollapsed} />
      <div className={styles.column}>
        <TopBar onSearch={openSearch} onKeys={() => openKeys(true)} />
        <main id="main" tabIndex={-1} className={styles.main}>
          <Suspense>
            <StoreBanner />
          </Suspense>
          <Suspense>{hadPrints && <PendingPrints />}</Suspense>
          <OpenSearch value={openSearch}>
            <Outlet />
          </OpenSearch>
        </main>
      </div>
      <BottomBar />
      <Suspense>{keysOpened && <KeyList onClose={closeKeys} />}</Suspense>
      {dialog && (
        <SearchOverlay
          key={dialog === 'search' ? '' : dialog.scanned}
          scanned={dialog === 'search' ? '' : dialog.scanned}
          onKeys={() => openKeys(true)}
          onClose={close}
        />
      )}
      <PlanLimit />
    </div>
  );
}
