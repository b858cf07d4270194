import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { guideImage } from '../../parts/guide/guide-texts.ts';
import styles from './docs-page.module.css';

/** A link of the Markdown: to another page (`orders.md#print-labels`), into the dashboard, or outside. */
export function GuideLink({ href = '', children }: { href?: string; children?: ReactNode }) {
  const current = useParams({ strict: false }).page ?? '';
  const [, page, hash] = /^(?:([\w-]+)\.md)?(?:#([\w-]+))?$/.exec(href) ?? [];
  if (page || hash)
    return (
      <Link to="/dashboard/docs/$page" params={{ page: page ?? current }} {...(hash && { hash })}>
        {children}
      </Link>
    );
  if (href.startsWith('/dashboard')) return <Link to={href}>{children}</Link>;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

/** Has its size from the start, so that the text below it does not move. Opens in full size. */
export function GuideImage({ src = '', alt = '' }: { src?: string; alt?: string }) {
  const image = guideImage(src);
  return (
    <a href={image.src} target="_blank" rel="noreferrer" className={styles.image} title="Open the full size">
      <img {...image} alt={alt} loading="lazy" decoding="async" />
    </a>
  );
}

/** The heading is a link to itself. */
export function GuideHeading({ id, children }: { id?: string; children?: ReactNode }) {
  const { page = '' } = useParams({ strict: false });
  return (
    <h2 id={id}>
      <Link to="/dashboard/docs/$page" params={{ page }} {...(id && { hash: id })} replace>
        {children}
      </Link>
    </h2>
  );
}

export const GuideTable = ({ children }: { children?: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
  <div className={styles.table} role="region" aria-label="Table" tabIndex={0}>
    <table>{children}</table>
  </div>
);
