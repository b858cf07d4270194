import type { StoreClosure } from '@courierdesk/contract/store-closure';
import type { Authorize, PlatformGrant, PlatformPerson, SignedQuery } from './sign-in.ts';
import type { WebhookContent, WebhookHeaders } from './webhooks.ts';

/**
 * What a store platform can do for us. An implementation knows HTTP and its platform, no feature and no database.
 * Failures are `PlatformError`.
 */
export type Platform = {
  /**
   * Reads the query of a launch, callback or admin link, the text after `?` as received; `undefined` when it is not to be
   * trusted.
   */
  verifyQuery(rawQuery: string): SignedQuery | undefined;
  /** The consent page: for the installation, or to identify a person. */
  authorizeUrl(input: Authorize): string;
  /** Exchanges the code of an install for the shop's token. */
  exchangeInstallCode(domain: string, code: string): Promise<PlatformGrant>;
  refreshGrant(domain: string, refreshToken: string): Promise<PlatformGrant>;
  /** Exchanges the code of a sign-in for the person. */
  exchangePersonCode(domain: string, code: string): Promise<PlatformPerson>;
  /** Headers with lower-case names, as Node gives them. `undefined` when it is no delivery of the platform. */
  readWebhookHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): WebhookHeaders | undefined;
  /** The body must be the bytes as received. */
  verifyWebhook(rawBody: Uint8Array, signature: string): boolean;
  /** What a delivery is about: a hint, never data. Nothing when the body is not what its topic promises. */
  readWebhookContent(topic: string, payload: unknown): WebhookContent;
  /** What we ask a merchant to allow. */
  readonly askedScopes: readonly string[];
  /** The asked scopes that are not among the granted ones. */
  missingScopes(granted: readonly string[]): string[];
  shopInfo(access: PlatformAccess): Promise<PlatformShop>;
  /** What the merchant allows us now. */
  grantedScopes(access: PlatformAccess): Promise<string[]>;
  /**
   * Orders placed before this moment are hidden from us, given what the merchant allows: the platform answers nothing for them,
   * as for deleted orders. Shopify shows 60 days without `read_all_orders`. We count one day less, because it
   * does not say when the last day ends: an order in doubt is hidden, never deleted.
   */
  hiddenBefore(scopes: readonly string[], now: Date): Date;
  /** Fresh copies, in the order of the ids; `undefined` where the order is deleted or hidden. At most 250 ids. */
  ordersByIds(access: PlatformAccess, platformOrderIds: readonly string[]): Promise<(PlatformOrder | undefined)[]>;
  /**
   * Orders changed since a moment, oldest change first; at most `limit`. `cursor` continues, with the same `since`.
   * A platform may end a long row of pages early: begin again at the last `updatedAt` (Shopify: after 25,000 orders).
   */
  ordersChangedSince(
    access: PlatformAccess,
    page: { since: Date; cursor?: string | undefined; limit: number },
  ): Promise<{ orders: PlatformOrder[]; cursor: string | undefined }>;
  /** How many orders were created since a moment. More may arrive while we import. */
  countOrders(access: PlatformAccess, since: Date): Promise<number>;
  /**
   * Starts the export of all orders created since a moment, or returns the one of the same orders that is running;
   * `backfillState` tells when and where it is ready. `unavailable` with `retryAfterMs` while the platform is busy with
   * other exports of the shop; `uncertain` when the answer is lost: call again.
   */
  startBackfill(access: PlatformAccess, since: Date): Promise<{ operationId: string }>;
  backfillState(access: PlatformAccess, operationId: string): Promise<PlatformBackfill>;
  /**
   * The orders of an export's file, complete, from a byte of the file on, with memory for one order. Breaks off with
   * `unavailable`: read again from `next` of the last order. `rejected`: the file has expired or is of no use.
   */
  readBackfill(access: PlatformAccess, file: PlatformBackfillFile, from: number): AsyncIterable<BackfilledOrder>;
  /**
   * What a comparison needs of each order, for a fraction of the cost of `ordersByIds`. In the order of the ids;
   * `undefined` where the order is deleted or hidden. At most 250 ids.
   */
  orderStates(access: PlatformAccess, platformOrderIds: readonly string[]): Promise<(PlatformOrderState | undefined)[]>;
  /** `undefined` where the order is deleted or hidden. */
  fulfilmentState(access: PlatformAccess, platformOrderId: string): Promise<PlatformFulfilmentState | undefined>;
  /** One store fulfilment in one location. Throws `uncertain` when the answer is lost: read the state again. */
  fulfil(access: PlatformAccess, input: PlatformFulfil): Promise<{ fulfilmentId: string }>;
  /** Cancelling twice is no error. */
  cancelFulfilment(access: PlatformAccess, fulfilmentId: string): Promise<void>;
  /** Throws `uncertain` when the answer is lost; repeating would show the event twice. */
  addFulfilmentEvent(
    access: PlatformAccess,
    input: { fulfilmentId: string; status: PlatformFulfilmentEvent; happenedAt: Date; message?: string | undefined },
  ): Promise<void>;
  /** Tags that are there already are no error; nor are missing ones for `removeTags`. */
  addTags(access: PlatformAccess, platformOrderId: string, tags: readonly string[]): Promise<void>;
  removeTags(access: PlatformAccess, platformOrderId: string, tags: readonly string[]): Promise<void>;
  /**
   * Marks the order as paid if one of these amounts, in whole rupees, is all that is open, and no other payment would be charged.
   * Marked twice is no error. Undefined when the order is deleted or hidden from us.
   */
  markPaid(
    access: PlatformAccess,
    platformOrderId: string,
    received: readonly string[],
  ): Promise<PlatformPayment | undefined>;
  /**
   * Creates missing webhook subscriptions to `uri` and deletes unneeded ones of ours. Not for shops whose topics are
   * subscribed in the app's own settings: each would be delivered twice.
   */
  reconcileWebhooks(access: PlatformAccess, uri: string): Promise<void>;
  /** Requests a subscription. It is charged and starts only when the merchant approves it at `confirmationUrl`. */
  createSubscription(
    access: PlatformAccess,
    input: PlatformNewSubscription,
  ): Promise<{ subscriptionId: string; confirmationUrl: string }>;
  /**
   * Ends a subscription at once and credits the unused days. Throws `rejected` when it is not active, and `uncertain`
   * when the answer is lost: read the billing again.
   */
  cancelSubscription(access: PlatformAccess, subscriptionId: string): Promise<void>;
  /** What the store pays us for now, and what became of given subscriptions. At most 250 ids. */
  billing(access: PlatformAccess, subscriptionIds: readonly string[]): Promise<PlatformBilling>;
  /** Link to the order's page in the store admin. */
  orderAdminUrl(domain: string, platformOrderId: string): string;
};

/** A shop and the way to its access token. The token source refreshes and locks; see `shop/shops/platform-access.ts`. */
export type PlatformAccess = {
  /** `name.myshopify.com` */
  readonly domain: string;
  token(): Promise<string>;
  /** Called after a 401: forces one refresh and gives the new token. */
  renewedToken(refused: string): Promise<string>;
  /** Called before an error is thrown that may concern the whole store: `closedAs` is set, or the kind `unauthorised`. */
  refused?(error: PlatformError): Promise<void>;
};

/**
 * - `unavailable`: nothing was done, try later (`retryAfterMs` where known).
 * - `unauthorised`: the shop's access is gone (uninstalled, revoked, scope missing).
 * - `rejected`: the platform said no in words.
 * - `uncertain`: a write may have been carried out; read before trying again.
 */
export type PlatformErrorKind = 'unavailable' | 'unauthorised' | 'rejected' | 'uncertain';

export class PlatformError extends Error {
  readonly kind: PlatformErrorKind;
  readonly platformWords: string;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  /** Set when the store as a whole does not let us in. */
  readonly closedAs: StoreClosure | undefined;
  constructor(
    kind: PlatformErrorKind,
    message: string,
    detail: {
      platformWords?: string;
      requestId?: string | undefined;
      retryAfterMs?: number | undefined;
      closedAs?: StoreClosure | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: detail.cause });
    this.name = 'PlatformError';
    this.kind = kind;
    this.platformWords = detail.platformWords ?? '';
    this.requestId = detail.requestId;
    this.retryAfterMs = detail.retryAfterMs;
    this.closedAs = detail.closedAs;
  }
}

/** A column of ours holds no more. */
export const maxGrams = 2_000_000_000;

export type PlatformShop = {
  /** Numeric, as a string. Unlike the domain, it never changes. */
  readonly platformShopId: string;
  readonly name: string;
  readonly email: string;
  readonly ownerName: string;
  readonly domain: string;
  readonly primaryUrl: string;
  readonly timeZone: string;
  readonly currency: string;
  readonly isDevelopment: boolean;
  readonly phone: string;
  readonly address: string;
  readonly city: string;
};

/** Amounts are decimal strings in the shop's currency. Absent or protected personal data is an empty string. */
export type PlatformOrder = {
  /** Numeric id as a string, e.g. `5678901234`. */
  readonly platformOrderId: string;
  readonly name: string;
  readonly number: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly cancelledAt: Date | undefined;
  readonly closedAt: Date | undefined;
  readonly test: boolean;
  readonly tags: readonly string[];
  readonly note: string;
  readonly currency: string;
  /** Upper case, as the platform names it; empty when it names none. */
  readonly financialStatus: string;
  readonly fulfilmentStatus: string;
  readonly requiresShipping: boolean;
  readonly gateways: readonly string[];
  readonly discountCodes: readonly string[];
  readonly subtotal: string;
  /** After discounts, without what was refunded or removed. */
  readonly shippingPrice: string;
  readonly discounts: string;
  readonly tax: string;
  readonly total: string;
  readonly outstanding: string;
  /** Grams of everything in the order, without what was returned or refunded; 0 when the store knows none. */
  readonly weight: number;
  readonly email: string;
  readonly phone: string;
  /** False when the platform hides the customer from us (level 2 data not approved) or the order has no address. */
  readonly hasAddress: boolean;
  readonly shipTo: {
    readonly name: string;
    readonly company: string;
    readonly address1: string;
    readonly address2: string;
    readonly city: string;
    readonly province: string;
    readonly zip: string;
    readonly country: string;
    readonly phone: string;
  };
  readonly lines: readonly PlatformLine[];
  readonly fulfilmentOrders: readonly PlatformFulfilmentOrder[];
};

export type PlatformLine = {
  readonly lineId: string;
  readonly title: string;
  readonly variantTitle: string;
  readonly sku: string;
  readonly quantity: number;
  readonly currentQuantity: number;
  readonly unfulfilledQuantity: number;
  /** Unfulfilled units that wait for something else than a courier, while others are open. Absent: none. */
  readonly stoppedQuantity?: number;
  readonly requiresShipping: boolean;
  readonly imageUrl: string;
  readonly unitPrice: string;
  /** What the customer pays for one unit: after all discounts, with its tax. Absent in rows from before we read it. */
  readonly discountedPrice?: string;
  /** Weight of one unit; 0 when the store knows none. */
  readonly grams: number;
};

export type PlatformNewSubscription = {
  /** Shown to the merchant, on the approval page and on their bill. */
  readonly name: string;
  /** US dollars, e.g. `99.99`. */
  readonly price: string;
  /** `month` is 30 days. */
  readonly duration: 'month' | 'year';
  /** Where the merchant returns after they approved. Not called when they decline. Proves nothing. */
  readonly returnUrl: string;
  /** Charges nothing. Development stores accept no other. */
  readonly test: boolean;
};

export type PlatformSubscription = {
  readonly subscriptionId: string;
  readonly duration: 'month' | 'year';
  readonly test: boolean;
  readonly createdAt: Date;
  readonly periodEndsAt: Date | undefined;
};

/** `frozen`: the merchant has not paid the platform; resumes after payment. */
export type PlatformSubscriptionStatus = 'pending' | 'active' | 'declined' | 'expired' | 'frozen' | 'cancelled';

export type PlatformBilling = {
  readonly isDevelopment: boolean;
  readonly active: readonly PlatformSubscription[];
  /** By id. The platform does not know an id that is missing. */
  readonly statuses: ReadonlyMap<string, PlatformSubscriptionStatus>;
};

export type PlatformBackfill =
  /** `orders`: exported so far. */
  | { readonly state: 'running'; readonly orders: number }
  /** No file: there are no orders. */
  | { readonly state: 'done'; readonly orders: number; readonly file: PlatformBackfillFile | undefined }
  /** `file` has the orders until then. */
  | { readonly state: 'failed'; readonly reason: string; readonly file: PlatformBackfillFile | undefined };

/** `isPart`: the export failed while it was writing the file. */
export type PlatformBackfillFile = { readonly url: string; readonly isPart: boolean };

/** `next`: where the order after it begins, in bytes of the file. */
export type BackfilledOrder = { readonly order: PlatformOrder; readonly next: number };

export type PlatformOrderState = {
  readonly platformOrderId: string;
  readonly updatedAt: Date;
  readonly cancelledAt: Date | undefined;
  readonly financialStatus: string;
  readonly outstanding: string;
  readonly fulfilments: readonly {
    readonly id: string;
    readonly succeeded: boolean;
    readonly createdAt: Date;
    readonly trackingNumbers: readonly string[];
    /** The carrier as the store names it; empty when it names none. */
    readonly company: string;
  }[];
};

/** The part of an order that the store sends from one location in one way. */
export type PlatformFulfilmentOrder = {
  readonly id: string;
  /** `OPEN`, `IN_PROGRESS`, `ON_HOLD`, `SCHEDULED`, `CLOSED`, `CANCELLED`, `INCOMPLETE` */
  readonly status: string;
  readonly requestStatus: string;
  readonly canFulfil: boolean;
  /** The moment until which it is scheduled, as ISO text; empty when it has none. */
  readonly fulfilAt: string;
  /** In words, e.g. `High risk of fraud`. */
  readonly holds: readonly string[];
  /** `SHIPPING`, `LOCAL`, `PICK_UP`, `PICKUP_POINT`, `RETAIL`, `NONE`; empty when the store names none. */
  readonly deliveryMethod: string;
  /** Empty when the platform hides its locations. */
  readonly locationId: string;
  readonly locationName: string;
  /** Empty when an export does not say which of the order's lines they are. */
  readonly lines: readonly { readonly id: string; readonly lineId: string; readonly remaining: number }[];
};

export type PlatformFulfilmentState = {
  readonly platformOrderId: string;
  readonly cancelledAt: Date | undefined;
  readonly fulfilmentOrders: readonly PlatformFulfilmentOrder[];
  readonly fulfilments: readonly {
    readonly id: string;
    readonly succeeded: boolean;
    readonly cancelled: boolean;
    readonly displayStatus: string;
    readonly trackingNumbers: readonly string[];
    readonly lines: readonly { readonly lineId: string; readonly quantity: number }[];
  }[];
};

export type PlatformPayment = {
  readonly isPaid: boolean;
  /** False when the platform says that the order cannot be marked as paid. */
  readonly isAllowed: boolean;
  /** The customer has authorised a payment, such as one by card: marking the order as paid would charge it. */
  readonly wouldCharge: boolean;
  /** What the store still expects, in `currency`. */
  readonly open: string;
  readonly currency: string;
};

/** All fulfilment orders of one input belong to one store order and one location. */
export type PlatformFulfil = {
  readonly fulfilmentOrders: readonly {
    readonly id: string;
    readonly lines: readonly { readonly id: string; readonly quantity: number }[];
  }[];
  readonly tracking: { readonly number: string; readonly company: string; readonly url: string };
  readonly notifyCustomer: boolean;
};

export type PlatformFulfilmentEvent =
  | 'CONFIRMED'
  | 'CARRIER_PICKED_UP'
  | 'IN_TRANSIT'
  | 'OUT_FOR_DELIVERY'
  | 'ATTEMPTED_DELIVERY'
  | 'DELAYED'
  | 'DELIVERED'
  | 'FAILURE';
