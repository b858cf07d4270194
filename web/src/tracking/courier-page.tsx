import { courierName } from '@courierdesk/contract/companies';
import { Document } from './document.tsx';
import { linkQuery } from './link-query.ts';
import type { TrackingPageInput } from './page-input.ts';
import { textsOf } from './texts.ts';

/** Several couriers use the number: asks which one has the parcel. */
export function CourierPage({ input }: { input: Extract<TrackingPageInput, { kind: 'which-courier' }> }) {
  const texts = textsOf[input.lang];
  return (
    <Document lang={input.lang} title={texts.whichCourier} asked={input}>
      <section className="card">
        <h1>{texts.whichCourier}</h1>
        <p>{texts.severalCouriers(`\u2068${input.number}\u2069`)}</p>
        {input.couriers.map((courier) => (
          <p key={courier}>
            <a className="button" href={linkQuery(input.lang, { ...input, courier })}>
              <bdi>{courierName(courier)}</bdi>
            </a>
          </p>
        ))}
      </section>
    </Document>
  );
}
