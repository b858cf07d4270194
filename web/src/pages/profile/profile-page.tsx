import { Skeleton } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { scopeDescription } from '@courierdesk/contract/scopes';
import { ownSessionsQuery } from '../../api/own-account/own-sessions.ts';
import { passkeysQuery } from '../../api/own-account/passkeys.ts';
import { rememberedDevicesQuery } from '../../api/own-account/remembered-devices.ts';
import { twoFactorQuery } from '../../api/own-account/two-factor.ts';
import { ScopeBadge } from '../../parts/scopes/scope-badge.tsx';
import { useHasAccess, useUser } from '../../session/use-session.ts';
import { allowedNavEntries } from '../../parts/navigation/nav-entries.ts';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { StaffRequirement } from '../../parts/two-factor/staff-requirement.tsx';
import { ChangePassword } from './change-password.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import styles from './profile-page.module.css';
import { RecoveryCodesSection } from './recovery-codes-section.tsx';
import { RememberedDevicesSection } from './remembered-devices-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';

export function ProfilePage() {
  const user = useUser();
  const canReadAccounts = useHasAccess(['READ_ACCOUNTS']);
  const first = allowedNavEntries(user).find(({ to }) => to !== '/dashboard/profile');
  const back = canReadAccounts
    ? { to: '/dashboard/accounts', label: 'accounts' }
    : first && { to: first.to, label: first.label.toLowerCase() };
  return (
    <Page title="Profile" help="two-factor-auth" width="content" {...(back && { back })}>
      <div className={styles.columns}>
        <div className={styles.stack}>
          <Section title="Shop">
            <Facts
              facts={[
                ['Name', user.shop.name],
                ['Store', user.shop.domain],
                ['Time zone', user.shop.iana_time_zone.replaceAll('_', ' ')],
                ['Currency', user.shop.currency],
              ]}
            />
          </Section>
          <Section title={user.role === 'ADMIN' ? 'Owner' : 'Your details'}>
            <Facts
              facts={[
                ['Name', `${user.first_name} ${user.last_name}`.trim()],
                ['Email', user.email],
                ['Phone', user.phone],
                ['Role', user.role === 'ADMIN' ? 'Admin' : 'User'],
                ['Tag', user.tag || 'N/A'],
              ]}
            />
          </Section>
          {user.role === 'USER' && <ChangePassword />}
          {user.role === 'USER' && <ScopesPanel />}
        </div>
        <SignInSections />
      </div>
    </Page>
  );
}

/** They come together, so that none moves when one above it arrives. */
function SignInSections() {
  const isOwner = useUser().role === 'ADMIN';
  const areHere = useQueries({
    queries: [twoFactorQuery, passkeysQuery, ownSessionsQuery, rememberedDevicesQuery],
    combine: (all) => all.every(({ isFetched }) => isFetched),
  });
  if (!areHere)
    return (
      <div className={styles.stack} aria-busy>
        <Skeleton height={240} />
        <Skeleton height={160} />
        <Skeleton height={160} />
      </div>
    );
  return (
    <div className={styles.stack}>
      <TwoFactorSection />
      <PasskeysSection />
      <RecoveryCodesSection />
      {isOwner && <StaffRequirement />}
      <SessionsSection />
      <RememberedDevicesSection />
    </div>
  );
}

function ScopesPanel() {
  const { access_scopes: scopes } = useUser();
  return (
    <Section title="Scopes" about="What the owner allows you to do.">
      {scopes.length === 0 ? (
        <p className={styles.text}>You have no scopes yet. Ask the owner.</p>
      ) : (
        <ul className={styles.scopes}>
          {scopes.map((scope) => (
            <li key={scope}>
              <span>{scopeDescription[scope]}</span>
              <ScopeBadge scope={scope} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Facts({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd dir="auto">{value || '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
