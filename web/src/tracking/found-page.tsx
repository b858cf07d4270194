import { courierName } from '@courierdesk/contract/companies';
import { dayOf, greetingAt } from '@courierdesk/contract/dates';
import { formatRupees } from '@courierdesk/contract/money';
import { Document } from './document.tsx';
import { Events } from './events.tsx';
import { Expected } from './expected.tsx';
import { adviceFor, headlineIn } from './headline.ts';
import { Help } from './help.tsx';
import { OrderDetails } from './order-details.tsx';
import type { TrackingPageInput } from './page-input.ts';
import { Progress } from './progress.tsx';
import shareButtons from './share-buttons.js?url';
import { Share } from './share.tsx';
import { textsOf } from './texts.ts';
import { dayIn, timeIn } from './times.ts';

type Found = Extract<TrackingPageInput, { kind: 'found' }>;

/** The parcel's status, for its receiver. */
export function FoundPage({ input }: { input: Found }) {
  const { tracking, lang } = input;
  const { order, shop } = tracking;
  const texts = textsOf[lang];
  const now = new Date(input.now);
  const advice = adviceFor(tracking);
  return (
    <Document
      lang={lang}
      title={`${headlineIn(lang, tracking)} · ${shop.name}`}
      shop={shop}
      asked={input}
      script={shareButtons}
    >
      <section className={`card status ${order.status.toLowerCase()}`}>
        <p className="greeting">
          {order.consignee_name && (
            <>
              {texts.dear} <bdi>{order.consignee_name}</bdi>
              {texts.comma}
            </>
          )}
          {texts.greeting[greetingAt(now, shop.time_zone)]}
        </p>
        <h1>{headlineIn(lang, tracking)}</h1>
        {tracking.delivered_at && (
          <p className="expected">
            {dayIn(lang, tracking.delivered_at, shop.time_zone)}
            {texts.comma}
            {timeIn(lang, tracking.delivered_at, shop.time_zone)}
          </p>
        )}
        <Expected order={order} lang={lang} today={dayOf(now, shop.time_zone)} />
        {tracking.cod_due > 0 && <p className="cod">{texts.codDue(formatRupees(tracking.cod_due))}</p>}
        <Progress order={order} texts={texts} />
        <CheckFailed input={input} />
        {advice && <p className="advice">{texts[advice]}</p>}
      </section>
      <Events details={order.details} lang={lang} now={now} timeZone={shop.time_zone} />
      <OrderDetails tracking={tracking} lang={lang} />
      <Share link={input.link} shop={shop.name} lang={lang} />
      <Help shop={shop} number={order.track_number} texts={texts} />
    </Document>
  );
}

/** The courier did not respond: shows the age of the data. */
function CheckFailed({ input: { tracking, lang } }: { input: Found }) {
  const { failed, at } = tracking.check;
  if (!failed) return null;
  const texts = textsOf[lang];
  const { time_zone: timeZone } = tracking.shop;
  const courier = courierName(tracking.company);
  return (
    <p className="check">
      {at
        ? texts.checkFailed(courier, `${dayIn(lang, at, timeZone)}${texts.comma}${timeIn(lang, at, timeZone)}`)
        : texts.neverChecked(courier)}
    </p>
  );
}
