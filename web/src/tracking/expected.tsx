import type { PublicTracking } from './page-input.ts';
import { textsOf, type Lang, type Texts } from './texts.ts';
import { rangeIn } from './times.ts';

type Expectation = NonNullable<PublicTracking['order']['expected_delivery']>;

/** The days on which the parcel should arrive. `today` is the day of the shop. */
export function Expected(props: { order: PublicTracking['order']; lang: Lang; today: string }) {
  const { lang } = props;
  const expected = props.order.expected_delivery;
  if (!expected) return null;
  const texts = textsOf[lang];
  return (
    <p className={expected.late ? 'late' : 'expected'}>
      {sentenceFor(expected, texts, props.today, lang)}
      {expected.by === 'history' && !expected.late && <small>{texts.estimated}</small>}
    </p>
  );
}

function sentenceFor({ from, to, by, late }: Expectation, texts: Texts, today: string, lang: Lang): string {
  if (late) return by === 'history' ? texts.late : texts.wasExpected(rangeIn(lang, to, to));
  if (to === today) return texts.expectedToday;
  return from === today ? texts.expectedBy(rangeIn(lang, to, to)) : texts.expected(rangeIn(lang, from, to));
}
