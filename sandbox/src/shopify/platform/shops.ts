import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { ShopSettings, StoredShop } from './shop.ts';
import { shopDomain, handleOf } from './shop.ts';

export type Shops = {
  get(domain: string): StoredShop | undefined;
  /** The store of that name, opened on first mention; undefined for names that are no myshopify domain. */
  ensure(domain: string): StoredShop | undefined;
  save(shop: StoredShop): void;
  all(): StoredShop[];
};

const defaultSettings: Omit<ShopSettings, 'bulkDelayMs'> = {
  locations: 1,
  throttle: { maximumAvailable: 20_000, restoreRate: 1000 },
  accessTokenSeconds: 3600,
  refreshTokenSeconds: 7_776_000,
  customerDataApproved: true,
  searchLagMs: 0,
  partnerDevelopment: true,
  distribution: 'public',
  lockedWith: null,
  archiveWhenDone: true,
};

export function openShops(context: SandboxContext): Shops {
  const stored = context.state.collection<StoredShop>('shopify.shop');
  return {
    get: (domain) => stored.get(domain),
    ensure(domain) {
      const known = stored.get(domain);
      if (known || !shopDomain.test(domain)) return known;
      const shop = newShop(domain, context);
      stored.put(domain, shop);
      return shop;
    },
    save: (shop) => stored.put(shop.domain, shop),
    all: () => [...stored.values()],
  };
}

function newShop(domain: string, context: SandboxContext): StoredShop {
  const handle = handleOf(domain);
  const words = handle.split('-').filter(Boolean);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
  // The demo logins live at owner@demo.store and owner@free.store, so a store's people share its first word.
  const mailDomain = `${words[0] ?? handle}.store`;
  const id = 70_000_000_000 + context.state.counter('shopify.shop');
  return {
    domain,
    id,
    name,
    ownerName: 'Ayesha Siddiqui',
    email: `owner@${mailDomain}`,
    contactEmail: `hello@${mailDomain}`,
    phone: '+92 42 3578 1190',
    address1: '14-B, Main Boulevard, Gulberg III',
    city: 'Lahore',
    provinceCode: 'PB',
    zip: '54660',
    timezone: 'Asia/Karachi',
    currency: 'PKR',
    createdAt: context.now().toISOString(),
    people: [
      person(id * 10 + 1, 'Ayesha', 'Siddiqui', `owner@${mailDomain}`, { accountOwner: true }),
      person(id * 10 + 2, 'Bilal', 'Ahmed', `staff@${mailDomain}`, {}),
      person(id * 10 + 3, 'Nadia', 'Qureshi', `nadia@${mailDomain}`, { emailVerified: false }),
      person(id * 10 + 4, 'Omar', 'Farooq', 'omar@agency.example', { collaborator: true }),
    ],
    locations: [
      { id: id * 10 + 1, name: 'Lahore warehouse', address1: '14-B, Main Boulevard, Gulberg III', city: 'Lahore' },
      { id: id * 10 + 2, name: 'Karachi warehouse', address1: 'Plot 88, Korangi Industrial Area', city: 'Karachi' },
      { id: id * 10 + 3, name: 'Rawalpindi outlet', address1: 'Shop 5, Bank Road, Saddar', city: 'Rawalpindi' },
    ],
    settings: { ...structuredClone(defaultSettings), bulkDelayMs: context.config.bulkDelayMs },
  };
}

function person(
  id: number,
  firstName: string,
  lastName: string,
  email: string,
  flags: { accountOwner?: boolean; collaborator?: boolean; emailVerified?: boolean },
): StoredShop['people'][number] {
  return {
    id,
    firstName,
    lastName,
    email,
    accountOwner: flags.accountOwner ?? false,
    collaborator: flags.collaborator ?? false,
    emailVerified: flags.emailVerified ?? true,
  };
}
