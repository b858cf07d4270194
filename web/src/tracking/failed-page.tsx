import { tooManyLookUps } from '@courierdesk/contract/public-tracking';
import { Document } from './document.tsx';
import { linkQuery } from './link-query.ts';
import { NumberForm } from './number-form.tsx';
import type { TrackingPageInput } from './page-input.ts';
import { textsOf } from './texts.ts';

/** Not found, failed, or too many requests. */
export function FailedPage({
  input,
}: {
  input: Exclude<TrackingPageInput, { kind: 'found' | 'no-number' | 'which-courier' }>;
}) {
  const texts = textsOf[input.lang];
  return (
    <Document lang={input.lang} title={texts.errorTitle} asked={input}>
      <section className="card failed">
        <svg viewBox="0 0 48 48" width="48" height="48" aria-hidden>
          <path d="M8 16 24 8l16 8v17l-16 8-16-8zm0 0 16 8 16-8M24 24v17" />
          <path className="slash" d="m6 6 36 36" />
        </svg>
        <h1>{texts.errorTitle}</h1>
        <p>{input.kind === 'too-often' ? tooManyLookUps(input.seconds)[input.lang] : texts.errorText}</p>
        {input.kind === 'not-found' && <p className="dim">{texts.notFound(`\u2068${input.number}\u2069`)}</p>}
        <form action={`/track/${encodeURIComponent(input.number)}`} method="get">
          {[...new URLSearchParams(linkQuery(input.lang, input))].map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button type="submit" className="button">
            {texts.tryAgain}
          </button>
        </form>
      </section>
      {input.kind === 'not-found' && (
        <section className="card">
          <NumberForm lang={input.lang} number={input.number} />
        </section>
      )}
    </Document>
  );
}
