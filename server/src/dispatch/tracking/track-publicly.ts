import type { ReplyOf } from '@courierdesk/contract/endpoint';
import { maskName, maskPhone, type trackOrderPublic } from '@courierdesk/contract/public-tracking';
import type { ExpectedDelivery } from '@courierdesk/contract/shipments';
import type { ShopLook } from '@courierdesk/contract/shop-look';
import type { ShipmentStatus } from '@courierdesk/contract/statuses';
import { courierName, isCompany } from '@courierdesk/contract/companies';
import { dayOf } from '@courierdesk/contract/dates';
import { withoutGroups } from '@courierdesk/contract/phones';
import type { Context } from '../../base/context.ts';
import { CourierError } from '../../adapters/couriers/courier-error.ts';
import type { Db } from '../../base/db/client.ts';
import { isOfShop, rowsOfShops } from '../../base/db/rows-of-shops.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { lacksEvents } from './tracking-change.ts';
import { expectShipment } from './expect-shipment.ts';
import { parcelTrouble } from './parcel-trouble.ts';
import { contradictionOf } from '../../shipments/record/cases.ts';
import { codDue } from '../../shipments/record/cod-due.ts';
import { presentTracked } from './present.ts';
import { shipmentById } from '../../shipments/record/find-shipments.ts';
import { hasLinkKey } from '../../shipments/record/tracking-link.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { lookOf } from '../../shop/look/find-look.ts';
import { isOutForDelivery } from '../../adapters/couriers/out-for-delivery.ts';
import { shipmentEvents, type EventRow } from './shipment-events.ts';
import { trackShipments } from './track-shipments.ts';
import { limitLinkVisits, limitLookUps } from './limit-look-ups.ts';

export type PublicTracking = ReplyOf<typeof trackOrderPublic>;

/** Several couriers use the number, and the visitor has not said which one has the parcel. */
type CourierChoice = { readonly couriers: readonly string[] };

/** Visitors ask the courier at most this often about one parcel, and wait this long for its answer, a free slot included. */
const freshForMs = 10 * 60_000;
const courierTimeoutMs = 2_500;

export type LookUp = {
  readonly number: string;
  /** Of the link that the shop sent, if they have it. */
  readonly key: string | undefined;
  /** The one that the visitor chose, of several that use the number. */
  readonly courier: string | undefined;
  readonly ip: string;
};

/**
 * Where a parcel is, with masked personal data, or who may have it. Undefined if no shop has booked this number; throws the reason
 * if some shops could not be asked. Until the limits are checked, every number costs the same query, so that the time of a refusal says nothing either.
 */
export async function trackPublicly(
  context: Context,
  { number, key, courier, ip }: LookUp,
): Promise<PublicTracking | CourierChoice | undefined> {
  const { linked, found, away } = await findByNumber(context, number, key ?? '');
  const [link] = linked;
  if (!link)
    return limitLookUps(context, ip, async () => {
      if (found.length === 0 && away) throw away;
      return trackedOrAsked(context, found, courier, false);
    });
  await limitLinkVisits(context, ip, link.id);
  return trackedOrAsked(context, linked, courier, true);
}

type Found = { readonly shop_id: string; readonly id: string; readonly company: string };

/**
 * `linked`: the parcels that the link leads to: one, but for keys that do not name the courier. `found`: those with a number that we
 * booked, or that one shop alone has imported: as it is written, otherwise without its groups. The newest comes first.
 */
async function findByNumber(
  { db, config }: Context,
  number: string,
  key: string,
): Promise<{ linked: Found[]; found: Found[]; away: Error | undefined }> {
  const numbers = [number, withoutGroups(number) ?? number];
  const { rows, away } = await rowsOfShops(db, (trx, shopId) =>
    trx
      .selectFrom('shipment as s')
      .select(['s.shop_id', 's.id', 's.origin', 's.company', 's.tracking_number'])
      .where(isOfShop('s.shop_id', shopId))
      .where('s.tracking_number', 'in', numbers)
      .orderBy((where) => where('s.tracking_number', '=', number), 'desc')
      .orderBy('s.origin')
      .orderBy('s.booked_at', 'desc')
      .limit(20)
      .execute(),
  );
  const asWritten = rows.filter((row) => row.tracking_number === number);
  const matches = asWritten.length > 0 ? asWritten : rows;
  const isOfOneShop = new Set(matches.map((row) => row.shop_id)).size === 1;
  return {
    linked: rows.filter((row) => hasLinkKey(config, row, key)),
    found: matches.filter(({ origin }) => origin === 'booked' || isOfOneShop),
    away,
  };
}

async function trackedOrAsked(
  context: Context,
  parcels: readonly Found[],
  courier: string | undefined,
  hasLink: boolean,
): Promise<PublicTracking | CourierChoice | undefined> {
  const ofCourier = courier === undefined ? parcels : parcels.filter(({ company }) => company === courier);
  const couriers = [...new Set(ofCourier.map(({ company }) => company))];
  if (couriers.length > 1) return { couriers: couriers.toSorted() };
  return ofCourier[0] && tracked(context, ofCourier[0], hasLink);
}

async function tracked(context: Context, found: Found, hasLink: boolean): Promise<PublicTracking | undefined> {
  const { shop_id: shopId, id } = found;
  const known = await withShop(context.db, shopId, (trx) => shipmentById(trx, shopId, id));
  if (!known) return undefined;
  const { shipment, failed } = await refreshed(context, known);
  return withShop(context.db, shopId, async (trx) => {
    if (await contradictionOf(trx, shipment)) return presentContradicted(context, trx, { shipment, failed });
    const events = await shipmentEvents(trx, shipment);
    const shop = await publicShop(trx, shopId);
    const look = await lookOf(trx, shopId);
    const expected = await expectShipment(trx, context, shipment, events, shop.time_zone);
    const shown = asOnItsWay(shipment, events);
    const cod = hasLink ? await codDue(trx, shown) : 0;
    return present(context, { shipment: shown, events, expected, shop, look, failed, cod });
  });
}

/** A return that began, and the parcel is out for delivery again: the customer may still get it. */
const asOnItsWay = (shipment: ShipmentRow, [newest]: readonly EventRow[]): ShipmentRow =>
  shipment.status === 'RTS' && !shipment.final && isOutForDelivery(newest?.text ?? '')
    ? { ...shipment, status: 'INPROCESS' }
    : shipment;

/** The courier contradicts the end that we have recorded. Until a person decides, the page shows no end. */
async function presentContradicted(
  context: Context,
  trx: Db,
  { shipment, failed }: Pick<Parts, 'shipment' | 'failed'>,
): Promise<PublicTracking> {
  const moving: ShipmentRow = { ...shipment, status: 'INPROCESS', final: false, trouble: null };
  const [events, shop, look] = [
    await shipmentEvents(trx, shipment),
    await publicShop(trx, shipment.shop_id),
    await lookOf(trx, shipment.shop_id),
  ];
  const shown = present(context, { shipment: moving, events, expected: null, shop, look, failed, cod: 0 });
  return { ...shown, headline: 'The shop is checking with the courier where this parcel is' };
}

/** Asks the courier, unless we did so recently or the parcel has ended. If the courier fails, keeps what we have. */
async function refreshed(context: Context, shipment: ShipmentRow): Promise<{ shipment: ShipmentRow; failed: boolean }> {
  const hasEnded = shipment.final && !lacksEvents(shipment);
  const checkedAt = shipment.last_tracked_at?.getTime() ?? 0;
  const isFresh = context.clock().getTime() - checkedAt < freshForMs;
  if (shipment.account_id === null || hasEnded || isFresh) return { shipment, failed: false };
  try {
    const [fresh] = await trackShipments(context, [shipment], { signal: AbortSignal.timeout(courierTimeoutMs) });
    return { shipment: fresh ?? shipment, failed: false };
  } catch (error) {
    if (!(error instanceof CourierError)) context.log.error({ err: error }, 'public tracking failed');
    return { shipment, failed: true };
  }
}

const publicShop = (trx: Db, shopId: string) =>
  trx.selectFrom('shop').select(['name', 'domain', 'time_zone']).where('id', '=', shopId).executeTakeFirstOrThrow();

type Parts = {
  readonly shipment: ShipmentRow;
  readonly events: readonly EventRow[];
  readonly expected: ExpectedDelivery | null;
  readonly shop: Awaited<ReturnType<typeof publicShop>>;
  readonly look: ShopLook;
  readonly failed: boolean;
  /** What the customer reads is still to pay, in whole rupees. */
  readonly cod: number;
};

function present(context: Context, parts: Parts): PublicTracking {
  const { shipment, events, expected, shop, failed, cod } = parts;
  const { logo, tracking_page: page } = parts.look;
  const trouble = parcelTrouble(context, shipment, events);
  const shown = presentTracked({ shipment, events, trouble, expected, shop });
  const isErased = shipment.customer_erased_at !== null;
  const courier = isCompany(shipment.company) ? context.couriers[shipment.company] : undefined;
  return {
    ...shown,
    order: {
      ...shown.order,
      consignee_name: isErased ? '' : maskName(shown.order.consignee_name),
      customer_phone: maskPhone(shown.order.customer_phone),
      // Without the event's detail: some couriers put the name of a receiver or rider there.
      details: shown.order.details.map((detail, index) => {
        const { text, code, location } = events[index] ?? { text: '', code: '', location: '' };
        const plain = courier?.inPlainWords(text, code);
        return { ...detail, status_message: text, name: location, english: plain?.en ?? '', urdu: plain?.ur ?? '' };
      }),
    },
    customer_erased: isErased,
    headline: headlineOf(shipment, events, shop.time_zone, context.clock()),
    delivered_at: shipment.status === 'DELIVERED' ? (shipment.delivered_at?.toISOString() ?? null) : null,
    check: { failed, at: shipment.last_tracked_at?.toISOString() ?? null },
    cod_due: cod,
    shop: {
      name: shop.name,
      help_phone: page.contact_phone,
      help_email: page.contact_email,
      help_whatsapp: page.contact_whatsapp,
      time_zone: shop.time_zone,
      logo,
      colour: page.colour,
      language: page.language,
    },
  };
}

/** The status in one sentence. The store may not have given us the city. */
function headlineOf(shipment: ShipmentRow, events: readonly EventRow[], timeZone: string, now: Date): string {
  const city = shipment.destination_city
    .toLowerCase()
    .replace(/(^|[\s(.-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
  const place = (word: string): string => (city === '' ? '' : ` ${word} ${city}`);
  const newest = events[0];
  const today = newest !== undefined && dayOf(newest.at, timeZone) === dayOf(now, timeZone);
  const sentences: Record<ShipmentStatus, string> = {
    FULFILLED:
      shipment.account_id === null
        ? `Sent${place('to')} with ${courierName(shipment.company)}`
        : `Booked, waiting to be picked up${place('for')}`,
    INPROCESS: `On its way${place('to')}`,
    DELIVERED: `Delivered${place('in')}`,
    RTS: shipment.final ? 'Returned to the shop' : 'On its way back to the shop',
    CANCELLED: 'This parcel was cancelled',
  };
  const status = shipment.status as ShipmentStatus;
  if (status === 'INPROCESS' && isOutForDelivery(newest?.text ?? ''))
    return `Out for delivery${place('in')}${today ? ' today' : ''}`;
  return sentences[status];
}
