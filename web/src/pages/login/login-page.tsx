import { lostAccessText } from '@courierdesk/contract/sessions';
import { Button } from '@mantine/core';
import { IconBuildingStore, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { appLinksQuery } from '../../api/app-links.ts';
import { messageOf } from '../../lib/failures.ts';
import { pageAfterSignIn, rememberPageAfterSignIn } from '../../lib/page-after-sign-in.ts';
import { storedLostAccess } from '../../lib/stored-session.ts';
import { loadedSession, loadUser, loginWithStoreToken } from '../../session/session.ts';
import { useSession } from '../../session/use-session.ts';
import card from '../../ui/card-page.module.css';
import { CardPage } from '../../ui/card-page.tsx';
import { FullSpinner } from '../../ui/full-spinner.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './login-page.module.css';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { lazyNamed } from '../../ui/lazy-named.ts';
import { showToast } from '../../ui/toasts/toast.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** From the pages that a mail leads to: the form is open, with this email. */
    signInEmail?: string;
  }
}

const route = getRouteApi('/login');
const loadForm = () => import('./sign-in-form.tsx');
const SignInForm = lazyNamed(async () => (await loadForm()).SignInForm);
const DemoLogins = lazyNamed(async () => (await import('./demo-logins.tsx')).DemoLogins);

export function LoginPage() {
  const { token } = route.useSearch();
  const session = useSession();
  const navigate = useNavigate();
  const email = useLocation({ select: ({ state }) => state.signInEmail });
  const [revealed, setRevealed] = useState(email !== undefined);
  const [lostAccess] = useState(storedLostAccess);
  const storeFailure = useStoreSignIn(token);
  const { data: links } = useQuery(appLinksQuery);
  useEffect(() => void loadForm(), []);
  if (token && !storeFailure) return <FullSpinner label="Signing you in" />;
  if (session.isAuthorized && session.user && !session.loading) return <ContinueAfterSignIn />;
  return (
    <CardPage title="Welcome to Courierdesk" name="Sign in">
      {storeFailure && (
        <Notice tone="error" live>
          <span className={card.error}>{storeFailure}</span>
        </Notice>
      )}
      {lostAccess && (
        <Notice tone="warning" live>
          You were signed out. {lostAccessText[lostAccess]}
        </Notice>
      )}
      {session.error && (
        <Notice
          tone="error"
          live
          action={
            <Button size="xs" variant="default" loading={session.loading} onClick={() => void loadUser()}>
              Try again
            </Button>
          }
        >
          <span className={card.error}>{session.error}</span>
        </Notice>
      )}
      {revealed ? (
        <Suspense
          fallback={
            <Button fullWidth loading>
              Sign in
            </Button>
          }
        >
          <SignInForm email={email ?? ''} />
        </Suspense>
      ) : (
        <Button fullWidth onClick={() => setRevealed(true)}>
          Sign in
        </Button>
      )}
      <PasskeySignIn />
      <div className={card.part}>
        <p className={card.text}>
          Unauthorized. Open Courierdesk from the admin of your store, or install it from the app store.
        </p>
        <div className={styles.links}>
          <a href={links?.store_admin_url ?? 'https://admin.shopify.com'} className={styles.link}>
            <IconBuildingStore size={18} stroke={1.6} aria-hidden /> Open the store admin
          </a>
          <a href={links?.app_store_url ?? 'https://apps.shopify.com'} className={styles.link}>
            <IconExternalLink size={18} stroke={1.6} aria-hidden /> Open the app store
          </a>
        </div>
      </div>
      {links && links.demo_logins.length > 0 && (
        <Suspense>
          <DemoLogins logins={links.demo_logins} onSecondFactor={() => void navigate({ to: '/two-factor' })} />
        </Suspense>
      )}
    </CardPage>
  );
}

function ContinueAfterSignIn() {
  const router = useRouter();
  useEffect(() => {
    import('../../parts/two-factor/continue-after-sign-in.ts')
      .then(({ continueAfterSignIn }) => continueAfterSignIn(router))
      .catch(() => router.history.replace(pageAfterSignIn()));
  }, [router]);
  return <FullSpinner label="Signing you in" />;
}

/** Exchanges the token of a store sign-in once, removes it from the URL, and continues. */
function useStoreSignIn(token: string | undefined): string | undefined {
  const router = useRouter();
  const [failure, setFailure] = useState<string>();
  const exchanged = useRef<string>(undefined);
  useEffect(() => {
    if (!token || exchanged.current === token) return;
    exchanged.current = token;
    loginWithStoreToken(token)
      .then(({ step, target }) => {
        const path = target === '/dashboard' ? pageAfterSignIn() : ownPath(target);
        if (step === 'signed-in') return router.history.replace(path);
        rememberPageAfterSignIn(path);
        return router.navigate({ to: '/two-factor', replace: true });
      })
      .catch(async (error: unknown) => {
        setFailure(messageOf(error));
        // The dashboard opens instead of this page, perhaps of another shop.
        const { isAuthorized, user } = await loadedSession();
        if (isAuthorized && user)
          showToast(`${messageOf(error)} You are still signed in to ${user.shop.name}.`, { error: true });
        await router.navigate({ to: '/login', search: {}, replace: true });
      });
  }, [token, router]);
  return failure;
}

function ownPath(target: string): string {
  const url = new URL(target || '/dashboard', location.origin);
  return url.origin === location.origin ? url.pathname + url.search : '/dashboard';
}
