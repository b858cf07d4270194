import { useDocumentTitle } from '@mantine/hooks';
import { IconArrowLeft, IconHelpCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef, type ReactNode } from 'react';
import type { GuideTopic } from '../lib/guide-pages.ts';
import { useBackKey } from '../lib/keys.ts';
import styles from './page.module.css';

/** The target of the back arrow. */
type Back = { to: string; search?: object; label: string };

type PageProps = {
  title: string;
  /** What the docs say about this page: a link after the title. */
  help?: GuideTopic;
  /** Beside the title, such as a count or a badge. */
  aside?: ReactNode;
  back?: Back | undefined;
  /** The one primary button; on phones it sticks to the bottom edge. */
  action?: ReactNode;
  /** A `MoreMenu` with the secondary actions. */
  menu?: ReactNode;
  /** Buttons before the menu, such as Refresh. */
  tools?: ReactNode;
  /** `wide` for tables, `form` for a single column. */
  width?: 'wide' | 'content' | 'form';
  children: ReactNode;
};

/** A page of the dashboard: title, one primary action, the rest in a menu, one main content. */
export function Page({ title, help, aside, back, action, menu, tools, width = 'content', children }: PageProps) {
  useDocumentTitle(`${title} · Courierdesk`);
  return (
    <div className={styles.page} data-width={width} data-action={action ? true : undefined}>
      <header className={styles.header}>
        {back && <BackArrow {...back} />}
        <h1 className={styles.title}>{title}</h1>
        {help && <HelpLink topic={help} />}
        {aside && <div className={styles.aside}>{aside}</div>}
        <div className={styles.actions}>
          {tools}
          {menu}
          {action && (
            <div className={styles.primary} data-bottom-bar>
              {action}
            </div>
          )}
        </div>
      </header>
      {children}
    </div>
  );
}

/** Esc does the same. */
function BackArrow({ to, search, label }: Back) {
  const arrow = useRef<HTMLAnchorElement>(null);
  useBackKey(() => arrow.current?.click());
  return (
    <Link
      ref={arrow}
      to={to}
      {...(search && { search })}
      className={styles.back}
      aria-label={`Back to ${label}`}
      title={`Back to ${label}`}
    >
      <IconArrowLeft size={18} />
    </Link>
  );
}

function HelpLink({ topic }: { topic: GuideTopic }) {
  const [page, hash] = topic.split('#');
  const address: string = `/dashboard/docs/${page}`;
  return (
    <Link
      to={address}
      {...(hash && { hash })}
      className={styles.help}
      aria-label="Learn more in the docs"
      title="Learn more in the docs"
    >
      <IconHelpCircle size={16} />
    </Link>
  );
}
