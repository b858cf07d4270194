import { renderToStaticMarkup } from 'react-dom/server';
import { FailedPage } from './failed-page.tsx';
import { FoundPage } from './found-page.tsx';
import type { TrackingPageInput } from './page-input.ts';

/** The public tracking page as a whole HTML document; links only, no script. */
export const renderTracking = (input: TrackingPageInput): string =>
  `<!doctype html>${renderToStaticMarkup(input.kind === 'found' ? <FoundPage input={input} /> : <FailedPage input={input} />)}`;
