import { scopeDescription } from '@courierdesk/contract/scopes';
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
        <div className={styles.stack}>
          <TwoFactorSection />
          <PasskeysSection />
          <RecoveryCodesSection />
          {user.role === 'ADMIN' && <StaffRequirement />}
          <SessionsSection />
          <RememberedDevicesSection />
        </div>
      </div>
    </Page>
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
