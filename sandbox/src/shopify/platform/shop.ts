export type Person = {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  accountOwner: boolean;
  collaborator: boolean;
  emailVerified: boolean;
};

type Location = {
  id: number;
  name: string;
  address1: string;
  city: string;
};

export type Throttle = {
  maximumAvailable: number;
  restoreRate: number;
};

/** The settings of a store that tests and people can change. */
export type ShopSettings = {
  /** Orders are split over this many of the store's locations. */
  locations: number;
  throttle: Throttle;
  accessTokenSeconds: number;
  refreshTokenSeconds: number;
  /** Without it names, addresses, phones and e-mails come back as null (protected customer data, level 2). */
  customerDataApproved: boolean;
  /** For how long a search still sees the state before a change. */
  searchLagMs: number;
  partnerDevelopment: boolean;
  /** `custom` apps cannot bill. */
  distribution: 'public' | 'custom';
  /** Answers every API call with this status instead: 402 frozen, 423 locked. */
  lockedWith: 402 | 423 | null;
  archiveWhenDone: boolean;
  bulkDelayMs: number;
  /** What order names begin with; `#` when left out. */
  orderPrefix?: string;
};

export type StoredShop = {
  /** The first `myshopify.com` name. Everything of the store is stored under it. */
  domain: string;
  /** The name that the merchant has chosen since. Both work as addresses. */
  newDomain?: string | undefined;
  id: number;
  name: string;
  ownerName: string;
  email: string;
  contactEmail: string;
  phone: string;
  address1: string;
  city: string;
  provinceCode: string;
  zip: string;
  timezone: string;
  currency: string;
  createdAt: string;
  people: Person[];
  locations: Location[];
  settings: ShopSettings;
  /** Orders from before the sandbox began (`past-orders.ts`): how many, over how many days before `until`. */
  past?: { orders: number; days: number; until: string };
};

export const shopDomain = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;

export function handleOf(domain: string): string {
  return domain.slice(0, -'.myshopify.com'.length);
}
