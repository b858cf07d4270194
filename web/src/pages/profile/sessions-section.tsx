import type { OwnSession } from '@courierdesk/contract/sessions';
import { formatAgo } from '@courierdesk/contract/dates';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ownSessionsQuery, signOutDevice, signOutElsewhere } from '../../api/own-account/own-sessions.ts';
import { rememberedDevicesQuery } from '../../api/own-account/remembered-devices.ts';
import { twoFactorQuery } from '../../api/own-account/two-factor.ts';
import { useNow } from '../../lib/use-now.ts';
import { useUser } from '../../session/use-session.ts';
import { When } from '../../ui/dates/when.tsx';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import { DeviceButton, DeviceLine } from './device-line.tsx';
import styles from './device-line.module.css';

const shownFirst = 5;

/** Where the person is signed in. */
export function SessionsSection() {
  const { data: sessions, error, refetch } = useQuery(ownSessionsQuery);
  const isOwner = useUser().role === 'ADMIN';
  const hasPassword = useQuery(twoFactorQuery).data?.has_password ?? false;
  return (
    <Section
      title="Where you are signed in"
      about={`If you see a device you don’t know, sign it out and ${isOwner ? whatOwnersChange(hasPassword) : 'change your password.'}`}
    >
      {sessions ? (
        <Sessions sessions={sessions} />
      ) : error ? (
        <ErrorState query={{ error, refetch }} />
      ) : (
        <Skeleton height={64} aria-busy />
      )}
    </Section>
  );
}

const whatOwnersChange = (hasPassword: boolean): string =>
  hasPassword
    ? 'change the password of your Shopify account. Change your Courierdesk password too, with “Forgot password?” on the sign-in page.'
    : 'change the password of your Shopify account.';

function Sessions({ sessions }: { sessions: readonly OwnSession[] }) {
  const [all, setAll] = useState(false);
  const [asking, setAsking] = useState(false);
  const ordered = sessions.toSorted((one, other) => Number(other.is_current) - Number(one.is_current));
  const others = sessions.length - 1;
  const hasRemembered = (useQuery(rememberedDevicesQuery).data ?? []).length > 0;
  return (
    <>
      <ul className={styles.list} aria-label="Sessions">
        {(all ? ordered : ordered.slice(0, shownFirst)).map((session) => (
          <SessionLine key={session.id} session={session} />
        ))}
      </ul>
      {others > 0 && (
        <div className={styles.actions}>
          <Button variant="default" onClick={() => setAsking(true)}>
            Sign out everywhere else
          </Button>
          {!all && sessions.length > shownFirst && (
            <Button variant="subtle" onClick={() => setAll(true)}>
              Show all {sessions.length}
            </Button>
          )}
        </div>
      )}
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title="Sign out everywhere else?"
        confirmLabel="Sign out everywhere else"
        onConfirm={async () => showToast(await signOutElsewhere())}
      >
        {others === 1 ? 'One other session ends now.' : `${others} other sessions end now.`} Unsaved work there is lost.
        You stay signed in here.{hasRemembered && ' Remembered devices are forgotten, also this one.'}
      </Confirm>
    </>
  );
}

function SessionLine({ session }: { session: OwnSession }) {
  const { id, device, address, is_current: isCurrent } = session;
  const name = `Sign out ${device}${address && `, ${address}`}`;
  return (
    <DeviceLine
      device={device}
      isCurrent={isCurrent}
      about={
        <>
          <LastSeen session={session} /> · signed in <When at={session.signed_in_at} form="full" />
          {address && ` from ${address}`}
        </>
      }
      button={!isCurrent && <DeviceButton label="Sign out" name={name} size="xs" act={() => signOutDevice(id)} />}
    />
  );
}

/** The server records it once an hour. */
function LastSeen({ session }: { session: OwnSession }) {
  const now = useNow();
  if (session.is_current) return 'Seen now';
  const isRecent = now.getTime() - new Date(session.last_seen_at).getTime() < 3_600_000;
  return isRecent ? 'Seen in the last hour' : `Last seen ${formatAgo(session.last_seen_at, now)}`;
}
