import { useDocumentTitle } from '@mantine/hooks';
import { getRouteApi, Link } from '@tanstack/react-router';
import Markdown from 'markdown-to-jsx/react';
import { anchorOf, guideSections } from '../../parts/guide/guide-sections.ts';
import { guideText } from '../../parts/guide/guide-texts.ts';
import { guidePages } from '../../lib/guide-pages.ts';
import { Page } from '../../ui/page.tsx';
import styles from './docs-page.module.css';
import { DocsSearch } from './docs-search.tsx';
import { GuideHeading, GuideImage, GuideLink, GuideTable } from './guide-parts.tsx';

const route = getRouteApi('/dashboard/docs/$page');

/** A page of the docs: its Markdown, the headings as table of contents, and its neighbours. */
export function DocsPage() {
  const { page } = route.useParams();
  const index = guidePages.findIndex((one) => one.page === page);
  const [before, current, after] = [guidePages[index - 1], guidePages[index], guidePages[index + 1]];
  useDocumentTitle(`${current?.title} · Docs · Courierdesk`);
  if (!current) return null;
  const text = guideText(current.page);
  const headings = guideSections(text).filter(({ anchor }) => anchor);
  return (
    <Page title={current.title} back={{ to: '/dashboard/docs', label: 'docs' }}>
      <DocsSearch />
      <div className={styles.columns}>
        <nav className={styles.contents} aria-label="On this page">
          <p className={styles.contentsTitle}>On this page</p>
          <ul>
            {headings.map(({ anchor, heading }) => (
              <li key={anchor}>
                <Link to="/dashboard/docs/$page" params={{ page }} hash={anchor} replace>
                  {heading}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <article className={styles.article} aria-label={current.title}>
          <Markdown key={page} options={options}>
            {text.replace(/^# .*\n/, '')}
          </Markdown>
          <nav className={styles.neighbours} aria-label="Previous and next page">
            {before && (
              <Link to="/dashboard/docs/$page" params={{ page: before.page }} rel="prev">
                <span>Previous</span> {before.title}
              </Link>
            )}
            {after && (
              <Link to="/dashboard/docs/$page" params={{ page: after.page }} rel="next">
                <span>Next</span> {after.title}
              </Link>
            )}
          </nav>
          <p className={styles.support}>
            No answer here? <Link to="/dashboard/support">Contact support</Link>
          </p>
        </article>
      </div>
    </Page>
  );
}

const options = {
  disableParsingRawHTML: true,
  forceBlock: true,
  slugify: anchorOf,
  overrides: { a: GuideLink, img: GuideImage, h2: GuideHeading, table: GuideTable },
};
