import { courierName } from '@courierdesk/contract/companies';
import type { BodyOf } from '@courierdesk/contract/endpoint';
import type { previewLabel } from '@courierdesk/contract/shop-look';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { logoPicture } from '../../shop/look/find-look.ts';
import { draw } from './draw.ts';
import type { ShipmentDetails } from './pdf/shipment-details.ts';
import { cellsOf } from './pdf/sizes.ts';
import { shipperOn } from './shipper-on-label.ts';

/** Our own label of a made-up parcel with these settings, cut from its page, as a PDF. */
export async function drawLabelPreview(
  context: Pick<Context, 'db' | 'config' | 'heavyWork'>,
  shopId: string,
  labels: BodyOf<typeof previewLabel>,
): Promise<Uint8Array> {
  const [cell] = cellsOf(labels.label_size);
  if (!cell) throw new Error(`no label fits on ${labels.label_size}`);
  const courier = courierName(await courierOfOwnLabels(context, shopId));
  const details = { ...sampleParcel(context.config.publicUrl, courier), ...shipperOn(labels, {}) };
  const page = {
    size: [cell.width, cell.height],
    shared: false,
    places: [{ kind: 'own', details, box: cell }],
  } as const;
  const logo = labels.label_parts.includes('logo')
    ? await withShop(context.db, shopId, (trx) => logoPicture(trx, shopId))
    : undefined;
  const { pdf } = await draw(context, shopId, 'drawPages', {
    kind: 'airway-bill',
    title: 'Sample label',
    pages: [page],
    logo,
  });
  return pdf;
}

/** M&P has no label of its own. A shop without it sees its own courier, whose parcels get our label when theirs cannot be had. */
async function courierOfOwnLabels({ db }: Pick<Context, 'db'>, shopId: string): Promise<string> {
  const accounts = await withShop(db, shopId, (trx) =>
    trx
      .selectFrom('courier_account')
      .select('company')
      .where('shop_id', '=', shopId)
      .orderBy('is_default', 'desc')
      .orderBy('id')
      .execute(),
  );
  return accounts.find(({ company }) => company === 'MNP')?.company ?? accounts[0]?.company ?? 'MNP';
}

const sampleParcel = (
  publicUrl: string,
  courier: string,
): Omit<ShipmentDetails, 'shipper' | 'returnAddress' | 'note'> => ({
  shipmentId: '',
  courier,
  accountName: 'Main',
  trackingNumber: '700123456789',
  reference: '1042',
  orderNames: '#1042',
  booked: 'Sample',
  cod: 2450,
  weight: 600,
  pieces: 1,
  consignee: { name: 'Ayesha Khan', phones: '03001234567', address: 'House 12, Street 4, Gulberg III' },
  city: 'LAHORE',
  products: '2 x Lawn suit, 1 x Cotton dupatta',
  remarks: 'Call before delivery',
  lines: [],
  trackingUrl: `${publicUrl}/track`,
  reprint: '',
});
