import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { GuideTopic } from '../../lib/guide-pages.ts';
import { useHasAccess, useUser } from '../../session/use-session.ts';
import { allowedNavEntries } from '../navigation/nav-entries.ts';
import { Page } from '../../ui/page.tsx';
import styles from './settings-frame.module.css';

const pages = [
  { to: '/dashboard/settings', label: 'Booking and tags' },
  { to: '/dashboard/settings/labels', label: 'Shipper & labels' },
  { to: '/dashboard/settings/customer-emails', label: 'Customer emails' },
  { to: '/dashboard/settings/tracking-page', label: 'Tracking page' },
  { to: '/dashboard/settings/courier-rules', label: 'Courier rules' },
  { to: '/dashboard/settings/customer-data', label: 'Customer data', ownerOnly: true },
] as const;

/** A page of the settings, beside the list of all of them. */
export function SettingsFrame(props: { title: string; help: GuideTopic; wide?: boolean; children: ReactNode }) {
  const isFirst = props.title === pages[0].label;
  const isOwner = useHasAccess('owner');
  const shown = pages.filter((page) => isOwner || !('ownerOnly' in page));
  const leave = useBackFromSettings();
  const back = isFirst ? leave : { to: '/dashboard/settings', label: 'settings' };
  return (
    <Page title={props.title} help={props.help} back={back}>
      <div className={styles.frame}>
        <nav aria-label="Settings" className={styles.list}>
          {shown.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              className={styles.link}
              activeOptions={{ exact: true }}
              activeProps={{ 'aria-current': 'page' }}
            >
              {label}
            </Link>
          ))}
        </nav>
        <div className={styles.content} data-wide={props.wide || undefined}>
          {props.children}
        </div>
      </div>
    </Page>
  );
}

/**
 * To the users, as the specification says. Only the owner may open them, so staff get to the first page that they may open,
 * and see no arrow if there is none.
 */
function useBackFromSettings() {
  const allowed = allowedNavEntries(useUser()).filter(({ to }) => to !== '/dashboard/settings');
  const target = allowed.find(({ to }) => to === '/dashboard/users') ?? allowed[0];
  return target && { to: target.to, label: target.label.toLowerCase() };
}
