import { gid } from '../protocol/ids.ts';
import { handleOf } from '../platform/shop.ts';
import { dateTime } from '../protocol/date-time.ts';
import type { View } from './graphql-context.ts';

export function presentShop({ shop }: View): object {
  const domain = {
    __typename: 'Domain',
    id: gid('Domain', shop.id),
    host: shop.domain,
    url: `https://${shop.domain}`,
    sslEnabled: true,
  };
  return {
    __typename: 'Shop',
    id: gid('Shop', shop.id),
    name: shop.name,
    email: shop.email,
    contactEmail: shop.contactEmail,
    shopOwnerName: shop.ownerName,
    myshopifyDomain: shop.newDomain ?? shop.domain,
    url: `https://${shop.domain}`,
    primaryDomain: domain,
    ianaTimezone: shop.timezone,
    timezoneAbbreviation: 'PKT',
    timezoneOffset: '+0500',
    timezoneOffsetMinutes: 300,
    currencyCode: shop.currency,
    weightUnit: 'KILOGRAMS',
    taxesIncluded: true,
    createdAt: dateTime(shop.createdAt),
    plan: {
      publicDisplayName: shop.settings.partnerDevelopment ? 'Development' : 'Basic',
      partnerDevelopment: shop.settings.partnerDevelopment,
      shopifyPlus: false,
    },
    shopAddress: {
      __typename: 'ShopAddress',
      id: gid('ShopAddress', shop.id),
      company: shop.name,
      address1: shop.address1,
      address2: null,
      city: shop.city,
      province: 'Punjab',
      provinceCode: shop.provinceCode,
      zip: shop.zip,
      country: 'Pakistan',
      countryCodeV2: 'PK',
      phone: shop.phone,
    },
  };
}

export function presentApp({ shopify }: View): object {
  return {
    __typename: 'App',
    id: gid('App', 1),
    handle: 'courierdesk',
    title: 'Courierdesk',
    apiKey: shopify.context.config.clientId,
    embedded: false,
    developerName: 'Courierdesk',
  };
}

export function presentInstallation(view: View, activeSubscriptions: object[]): object {
  const installation = view.shopify.installations.get(view.shop.domain);
  return {
    __typename: 'AppInstallation',
    id: gid('AppInstallation', installation?.id ?? 0),
    launchUrl: `https://admin.shopify.com/store/${handleOf(view.shop.domain)}/apps/courierdesk`,
    uninstallUrl: null,
    app: () => presentApp(view),
    accessScopes: (installation?.scopes ?? []).map((handle) => ({ handle, description: handle.replaceAll('_', ' ') })),
    activeSubscriptions,
  };
}
