import { Document } from './document.tsx';
import type { TrackingPageInput } from './page-input.ts';
import { textsOf, type Lang } from './texts.ts';

/** The page without a number: a form to enter one. */
export function NumberPage({ input }: { input: Extract<TrackingPageInput, { kind: 'no-number' }> }) {
  const texts = textsOf[input.lang];
  return (
    <Document lang={input.lang} title={texts.trackTitle}>
      <section className="card">
        <h1>{texts.trackTitle}</h1>
        <p>{texts.trackHint}</p>
        <NumberForm lang={input.lang} number="" />
      </section>
    </Document>
  );
}

/** `number`: the one that was not found, to be corrected. */
export function NumberForm({ lang, number }: { lang: Lang; number: string }) {
  const texts = textsOf[lang];
  return (
    <form className="number-form" action="/track" method="get">
      <label htmlFor="number">{texts.trackingNumber}</label>
      <input
        id="number"
        name="number"
        type="text"
        defaultValue={number}
        required
        pattern=".{0,50}"
        title={texts.numberOnly}
        dir="ltr"
        autoCapitalize="characters"
      />
      <input type="hidden" name="lang" value={lang} />
      <button type="submit" className="button">
        {texts.track}
      </button>
    </form>
  );
}
