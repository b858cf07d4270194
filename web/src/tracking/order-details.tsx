import { courierName } from '@courierdesk/contract/companies';
import { titleCase } from '../lib/title-case.ts';
import type { PublicTracking } from './page-input.ts';
import { textsOf, type Lang } from './texts.ts';
import { dayIn } from './times.ts';

/** The order's details. The server has already masked personal data. */
export function OrderDetails({ tracking, lang }: { tracking: PublicTracking; lang: Lang }) {
  const { order, shop } = tracking;
  const texts = textsOf[lang];
  const lines: [string, string][] = [
    [texts.trackingNumber, order.track_number],
    [texts.order, tracking.order_name],
    [texts.courier, courierName(tracking.company)],
    [texts.nameAndPhone, tracking.customer_erased ? texts.erased : ''],
    [texts.name, order.consignee_name],
    [texts.phone, order.customer_phone],
    [texts.destination, titleCase(order.destination)],
    [texts.bookedOn, dayIn(lang, order.booking_date, shop.time_zone)],
  ];
  return (
    <section className="card" aria-labelledby="details">
      <h2 id="details">{texts.details}</h2>
      <dl>
        {lines.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
