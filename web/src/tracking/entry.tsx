import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { CourierPage } from './courier-page.tsx';
import { FailedPage } from './failed-page.tsx';
import { FoundPage } from './found-page.tsx';
import { NumberPage } from './number-form.tsx';
import type { TrackingPageInput } from './page-input.ts';

/** The public tracking page as an HTML document with links and forms, without scripts. */
export const renderTracking = (input: TrackingPageInput): string =>
  `<!doctype html>${renderToStaticMarkup(pageOf(input))}`;

function pageOf(input: TrackingPageInput): ReactElement {
  if (input.kind === 'found') return <FoundPage input={input} />;
  if (input.kind === 'no-number') return <NumberPage input={input} />;
  if (input.kind === 'which-courier') return <CourierPage input={input} />;
  return <FailedPage input={input} />;
}
