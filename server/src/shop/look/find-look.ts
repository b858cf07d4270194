import { PaperSize } from '@courierdesk/contract/labels';
import { defaultColour, TrackingLanguage, type ShopLogo } from '@courierdesk/contract/public-tracking';
import { LabelPart, SheetPart, type ShopLook } from '@courierdesk/contract/shop-look';
import type { Db } from '../../base/db/client.ts';

/** What labels, emails and the tracking page show of the shop. What the shop has not changed is as in the store. */
export async function lookOf(trx: Db, shopId: string): Promise<ShopLook> {
  const row = await trx
    .selectFrom('shop')
    .leftJoin('shop_setting as s', 's.shop_id', 'shop.id')
    .leftJoin('shop_logo as logo', 'logo.shop_id', 'shop.id')
    .select(['shop.name', 'shop.phone', 'shop.email', 'shop.address', 'shop.city'])
    .select(['s.shipper_name', 's.shipper_phone', 's.shipper_address', 's.shipper_city', 's.return_address'])
    .select(['s.label_note', 's.label_size', 's.label_parts', 's.sheet_parts', 's.labels_revision'])
    .select(['s.colour', 's.contact_phone', 's.contact_email', 's.whatsapp_number', 's.tracking_language'])
    .select(['s.tracking_page_revision', 'logo.hash', 'logo.width', 'logo.height'])
    .where('shop.id', '=', shopId)
    .executeTakeFirstOrThrow();
  const { hash, width, height } = row;
  return {
    labels: {
      shipper_name: row.shipper_name ?? row.name,
      shipper_phone: row.shipper_phone ?? row.phone,
      shipper_address: row.shipper_address ?? row.address,
      shipper_city: row.shipper_city ?? row.city,
      return_address: row.return_address ?? '',
      label_note: row.label_note ?? '',
      label_size: PaperSize.parse(row.label_size ?? 'a4-4'),
      label_parts: row.label_parts ? LabelPart.array().parse(row.label_parts) : LabelPart.options,
      sheet_parts: row.sheet_parts ? SheetPart.array().parse(row.sheet_parts) : SheetPart.options,
      revision: row.labels_revision ?? 0,
    },
    tracking_page: {
      colour: row.colour ?? defaultColour,
      contact_phone: row.contact_phone ?? row.phone,
      contact_email: row.contact_email ?? row.email,
      contact_whatsapp: row.whatsapp_number ?? '',
      language: TrackingLanguage.parse(row.tracking_language ?? 'browser'),
      revision: row.tracking_page_revision ?? 0,
    },
    logo: hash !== null && width !== null && height !== null ? presentLogo(shopId, { hash, width, height }) : null,
  };
}

const presentLogo = (shopId: string, { hash, ...size }: { hash: string; width: number; height: number }): ShopLogo => ({
  url: `/logos/${shopId}-${hash}.png`,
  ...size,
});

export async function logoPicture(trx: Db, shopId: string): Promise<Buffer | undefined> {
  const row = await trx.selectFrom('shop_logo').select('png').where('shop_id', '=', shopId).executeTakeFirst();
  return row?.png;
}
