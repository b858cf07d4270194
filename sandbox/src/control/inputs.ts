import * as z from 'zod';
import { deliveryMethods, financialStatuses, requestStatuses } from '../shopify/platform/order.ts';
import { faultKinds } from '../core/faults.ts';
import { complianceTopics } from '../shopify/webhooks/webhook-topics.ts';
import { couriers, stages } from '../couriers/parcels/consignment.ts';
import { shopDomain } from '../shopify/platform/shop.ts';

const Shop = z.string().regex(shopDomain, 'must be a name like demo-store.myshopify.com');

const FaultInput = z.strictObject({
  id: z.string().optional(),
  target: z.enum(['leopard', 'mnp', 'postex', 'tcs', 'shopify', 'webhooks', '*']),
  operation: z.string().min(1).optional(),
  kind: z.enum(faultKinds),
  rate: z.number().min(0).max(1).default(1),
  times: z.int().positive().optional(),
  delayMs: z.int().nonnegative().optional(),
  seed: z.int().optional(),
});

/** One rule, a list of rules, or `{clear, rules}`; clearing comes first. */
export const FaultsBody = z.union([
  FaultInput.transform((rule) => ({ clear: false, rules: [rule] })),
  z.array(FaultInput).transform((rules) => ({ clear: false, rules })),
  z.strictObject({ clear: z.boolean().default(false), rules: z.array(FaultInput).default([]) }),
]);

const AddressChange = z
  .strictObject({
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    company: z.string().nullable(),
    address1: z.string().nullable(),
    address2: z.string().nullable(),
    city: z.string().nullable(),
    province: z.string().nullable(),
    provinceCode: z.string().nullable(),
    zip: z.string().nullable(),
    country: z.string().nullable(),
    countryCode: z.string().nullable(),
    phone: z.string().nullable(),
  })
  .exactPartial();

const Line = z.strictObject({
  title: z.string().min(1),
  price: z.number().nonnegative(),
  quantity: z.int().positive().default(1),
  /** In rupees, for all units. */
  discount: z.number().nonnegative().default(0),
  /** Weight of one; 0: the store has not weighed it. */
  grams: z.int().nonnegative().default(0),
  requiresShipping: z.boolean().default(true),
  variant: z.string().nullable().default(null),
  sku: z.string().nullable().default(null),
});

/** What else the store says of an order. */
const orderFacts = {
  currency: z.string().length(3).optional(),
  /** In percent, on top of the prices of items. Left out: prices include their tax. */
  taxRate: z.number().nonnegative().optional(),
  test: z.boolean().optional(),
  archived: z.boolean().optional(),
  gateways: z.array(z.string()).optional(),
  /** A status that the sandbox's payments do not lead to; null for the one that they do. */
  financialStatus: z.enum(financialStatuses).nullable().optional(),
};

export const NewOrders = z.strictObject({
  ...orderFacts,
  count: z.int().min(1).max(20_000).default(1),
  shop: Shop.default('demo-store.myshopify.com'),
  /** Order times are spread over this many hours before now. */
  spreadHours: z.number().nonnegative().default(0),
  createdAt: z.iso.datetime({ offset: true }).optional(),
  address: AddressChange.nullable().optional(),
  city: z.string().optional(),
  email: z.string().nullable().optional(),
  phone: z.string().nullable().optional(),
  lines: z.array(Line).min(1).optional(),
  shipping: z.number().nonnegative().optional(),
  payment: z.enum(['cod', 'paid', 'partial']).optional(),
  discountCode: z.string().nullable().optional(),
  note: z.string().nullable().optional(),
  tags: z.array(z.string()).optional(),
  hold: z.string().optional(),
  fulfillAt: z.iso.datetime({ offset: true }).optional(),
});

export const OrderChange = z.strictObject({
  ...orderFacts,
  email: z.string().nullable().optional(),
  phone: z.string().nullable().optional(),
  removeAddress: z.literal(true).optional(),
  note: z.string().nullable().optional(),
  cancel: z.union([z.boolean(), z.enum(['CUSTOMER', 'DECLINED', 'FRAUD', 'INVENTORY', 'OTHER', 'STAFF'])]).optional(),
  address: AddressChange.optional(),
  /** In rupees. */
  outstanding: z.number().nonnegative().optional(),
  paid: z.literal(true).optional(),
  /** In rupees. `open`: the amount is to pay again. */
  refund: z.strictObject({ amount: z.number().positive(), open: z.boolean().default(false) }).optional(),
  fulfill: z
    .union([z.literal(true), z.strictObject({ number: z.string().optional(), company: z.string().optional() })])
    .optional(),
  cancelFulfillments: z.literal(true).optional(),
  /** From then on the store answers `null` for it. */
  delete: z.literal(true).optional(),
  /** "Edit tracking" on all fulfillments that stand. */
  changeTracking: z
    .strictObject({ number: z.string().min(1), company: z.string().nullable().default(null) })
    .optional(),
  addTags: z.array(z.string()).optional(),
  removeTags: z.array(z.string()).optional(),
  removeShipping: z.literal(true).optional(),
  quantities: z.array(z.strictObject({ line: z.int().nonnegative(), quantity: z.int().nonnegative() })).optional(),
  /** A refund by an app, without restocking: the units stay in the fulfillment orders. */
  refundUnits: z.strictObject({ line: z.int().nonnegative(), units: z.int().positive() }).optional(),
  addLine: z
    .strictObject({
      title: z.string(),
      price: z.number(),
      quantity: z.int().positive().default(1),
      requiresShipping: z.boolean().default(true),
    })
    .optional(),
  /** Sends some of the lines (by their place in the order), or all, in another way than the rest. */
  part: z
    .strictObject({
      lines: z.array(z.int().nonnegative()).min(1).optional(),
      hold: z.string().optional(),
      fulfillAt: z.iso.datetime({ offset: true }).optional(),
      requestStatus: z.enum(requestStatuses).optional(),
      deliveryMethod: z.enum(deliveryMethods).optional(),
      location: z.int().min(0).max(2).optional(),
    })
    .optional(),
  hold: z.string().optional(),
  release: z.literal(true).optional(),
  fulfillAt: z.iso.datetime({ offset: true }).optional(),
  createdAt: z.iso.datetime({ offset: true }).optional(),
  withoutTransactions: z.boolean().optional(),
  /** Makes it one of the kinds that a store has besides plain orders, from 0: on hold, paid by deposit, scheduled, … */
  odd: z.int().nonnegative().optional(),
});

export const AdvanceBody = z
  .strictObject({
    tracking_number: z.string().optional(),
    courier: z.enum(['LEOPARD', 'MNP', 'POSTEX', 'TCS']).optional(),
    to: z.string().optional(),
    steps: z.int().positive().optional(),
  })
  .default({});

export const ParcelBody = z.strictObject({
  tracking_number: z.string().min(1),
  courier: z.enum(couriers).optional(),
  scans: z
    .array(
      z
        .strictObject({
          status: z.string().min(1).max(200),
          stage: z.enum(stages).default('in_transit'),
          at: z.iso.datetime({ offset: true }),
          /** As the courier writes the time. */
          time: z.string().max(60),
          code: z.string().max(20),
          message: z.string().max(200),
          reason: z.string().max(200),
        })
        .partial({ at: true, time: true, code: true, message: true, reason: true }),
    )
    .min(1)
    .max(200)
    .optional(),
  cod: z.int().nonnegative().optional(),
});

/** The courier begins to count again: its next number follows this many. */
export const NumbersBody = z.strictObject({ courier: z.enum(couriers), given: z.int().nonnegative() });

export const ResetBody = z.strictObject({ seed: z.boolean().optional() }).default({});

export const LinksQuery = z.object({
  shop: Shop.default('demo-store.myshopify.com'),
  ids: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((id) => id.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.string().regex(/^\d+$/, 'must be order numbers with commas').transform(Number))),
});

export const JournalQuery = z.object({
  since: z.iso.datetime({ offset: true }).optional(),
  shop: Shop.optional(),
});

export const ShopParams = z.object({ shop: Shop });

export const ShopChange = z.strictObject({
  name: z.string().min(1).optional(),
  newDomain: Shop.optional(),
  email: z.email().optional(),
  timezone: z.string().min(1).optional(),
  /** The email of the person of the store who is the account owner from now on. */
  accountOwner: z.email().optional(),
  settings: z
    .strictObject({
      locations: z.int().min(1).max(3),
      throttle: z.strictObject({ maximumAvailable: z.number().positive(), restoreRate: z.number().positive() }),
      accessTokenSeconds: z.int().positive(),
      refreshTokenSeconds: z.int().positive(),
      customerDataApproved: z.boolean(),
      searchLagMs: z.int().nonnegative(),
      partnerDevelopment: z.boolean(),
      distribution: z.enum(['public', 'custom']),
      lockedWith: z.union([z.literal(402), z.literal(423)]).nullable(),
      archiveWhenDone: z.boolean(),
      bulkDelayMs: z.int().nonnegative(),
      orderPrefix: z.string(),
    })
    .exactPartial()
    .optional(),
  /** Orders from before now, spread over so many days: not stored, so there may be many. */
  past: z.strictObject({ orders: z.int().nonnegative().max(1_000_000), days: z.number().positive() }).optional(),
  expireAccessTokens: z.literal(true).optional(),
  revokeTokens: z.literal(true).optional(),
  /** What the merchant allows from now on, as if they took permissions away or returned them. */
  scopes: z.array(z.string()).min(1).optional(),
  uninstall: z.literal(true).optional(),
  /** About the store's newest order, or about these. */
  compliance: z
    .union([
      z.enum(complianceTopics).transform((topic) => ({ topic, orders: undefined })),
      z.strictObject({ topic: z.enum(complianceTopics), orders: z.array(z.coerce.number().int()) }),
    ])
    .optional(),
});

/** What Shopify or the merchant does with the store's newest subscription, or a new one that starts at once. */
export const SubscriptionChange = z.union([
  z.strictObject({
    start: z.strictObject({
      name: z.string().min(1),
      interval: z.enum(['EVERY_30_DAYS', 'ANNUAL']),
      price: z.number().positive(),
    }),
  }),
  z.strictObject({ change: z.enum(['approve', 'decline', 'expire', 'freeze', 'unfreeze', 'cancel']) }),
]);

export const InstallBody = z.strictObject({ scopes: z.array(z.string()).min(1) });

export const AppBody = z.strictObject({ appUrl: z.url() });
