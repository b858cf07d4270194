import { Link } from '@tanstack/react-router';
import { guidePages } from '../../lib/guide-pages.ts';
import { Page } from '../../ui/page.tsx';
import styles from './docs-index-page.module.css';
import { DocsSearch } from './docs-search.tsx';

/** All pages of the docs. The collapsed navigation leads here. */
export const DocsIndexPage = () => (
  <Page title="Docs">
    <DocsSearch />
    <ul className={styles.pages}>
      {guidePages.map(({ page, title, about }) => (
        <li key={page}>
          <Link to="/dashboard/docs/$page" params={{ page }} className={styles.page}>
            <strong>{title}</strong>
            <span>{about}</span>
          </Link>
        </li>
      ))}
    </ul>
    <p className={styles.support}>
      No answer here? <Link to="/dashboard/support">Contact support</Link>
    </p>
  </Page>
);
