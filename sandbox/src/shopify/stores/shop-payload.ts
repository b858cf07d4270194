import type { StoredShop } from '../platform/shop.ts';

/** The body of the `shop/update` and `app/uninstalled` webhooks. */
export function shopPayload(shop: StoredShop): object {
  return {
    id: shop.id,
    name: shop.name,
    email: shop.email,
    customer_email: shop.contactEmail,
    domain: shop.newDomain ?? shop.domain,
    myshopify_domain: shop.newDomain ?? shop.domain,
    shop_owner: shop.ownerName,
    address1: shop.address1,
    city: shop.city,
    zip: shop.zip,
    country: 'PK',
    country_code: 'PK',
    province: shop.provinceCode,
    phone: shop.phone,
    currency: shop.currency,
    iana_timezone: shop.timezone,
    timezone: '(GMT+05:00) Asia/Karachi',
    plan_name: shop.settings.partnerDevelopment ? 'partner_test' : 'basic',
    created_at: shop.createdAt,
  };
}
