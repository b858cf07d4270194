import * as z from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { typedNumber } from '../values/typed-numbers.ts';
import { tooLong, tooManyRupees } from '../values/maximum-texts.ts';

const maxFreeShipping = 50_000;
const freeShippingStep = 50;

/** Tags that we put on store orders while their parcels are in a status; empty means none. Paid plans only. */
export const OrderTags = z.object({
  inprocess_tag: z.string(),
  delivered_tag: z.string(),
  cancelled_tag: z.string(),
  rts_tag: z.string(),
});
export type OrderTags = z.infer<typeof OrderTags>;

const maxOrderTagLength = 40;

/** Booking defaults and order tags of the shop. */
export const Settings = z.object({
  /** Whole rupees; 0 means not set. */
  free_shipping_value: z.number().int(),
  /** Grams, used when neither the store nor the courier account has a weight. */
  default_weight: z.number().int(),
  show_discount: z.boolean(),
  discount_name: z.string(),
  /** Remarks start with the note of the store order, which the rider then reads. */
  note_in_remarks: z.boolean(),
  /** A payment that is imported marks the store order paid as well. */
  mark_paid_in_store: z.boolean(),
  tags: OrderTags,
  /** Grows with each save. */
  revision: z.number().int(),
});
export type Settings = z.infer<typeof Settings>;

export const getSettings = endpoint({
  name: 'getSettings',
  method: 'GET',
  path: '/store/default-settings',
  summary: 'Booking defaults and order tags of the shop.',
  // The form of a new courier account starts with the default weight.
  access: ['READ_SETTINGS', 'WRITE_ACCOUNTS'],
  reply: z.object({ settings: Settings }),
});

/** The store separates tags by commas, and tells them apart without regard to case. */
const Tag = (label: string) =>
  z
    .string()
    .trim()
    .max(maxOrderTagLength, tooLong(label, maxOrderTagLength))
    .refine((tag) => !tag.includes(','), `${label} must not contain a comma`);

export const OrderTagsInput = z
  .object({
    inprocess_tag: Tag('In process tag'),
    delivered_tag: Tag('Delivered tag'),
    cancelled_tag: Tag('Cancelled tag'),
    rts_tag: Tag('RTS tag'),
  })
  .superRefine((tags, context) => {
    const seen = new Set<string>();
    for (const [name, tag] of Object.entries(tags)) {
      const key = tag.toLowerCase();
      if (key && seen.has(key))
        context.addIssue({ code: 'custom', path: [name], message: 'Each status needs its own tag' });
      seen.add(key);
    }
  });

export const SettingsInput = z.object({
  free_shipping_value: typedNumber('whole rupees', 'Free shipping value is required').pipe(
    z
      .number()
      .int('Free shipping value must be whole rupees')
      .min(0, 'Free shipping value cannot be negative')
      .max(maxFreeShipping, tooManyRupees('Free shipping value', maxFreeShipping))
      .refine((value) => value % freeShippingStep === 0, 'Free shipping value must be a multiple of Rs 50'),
  ),
  default_weight: typedNumber('grams', 'Default weight is required').pipe(
    z
      .number()
      .int('Default weight must be whole grams. Write kilograms like 1.5 kg')
      .min(0, 'Default weight must be from 0 to 50,000 grams')
      .max(50_000, 'Default weight must be from 0 to 50,000 grams'),
  ),
  show_discount: z.boolean(),
  /** Left out: it stays as it is. */
  discount_name: z.string().trim().max(50, tooLong('Discount name', 50)).optional(),
  /** Left out: it stays as it is. */
  note_in_remarks: z.boolean().optional(),
  /** Left out: it stays as it is. */
  mark_paid_in_store: z.boolean().optional(),
  /** Left out: they stay as they are. */
  tags: OrderTagsInput.optional(),
  /** Of the version that was edited: if someone else saved since, the answer is 409 `conflict`. Left out: saves anyway. */
  revision: z.number().int().optional(),
});

export const saveSettings = endpoint({
  name: 'saveSettings',
  method: 'POST',
  path: '/store/default-settings',
  summary: 'Saves the booking defaults and, on paid plans, the order tags.',
  access: ['WRITE_SETTINGS'],
  body: SettingsInput,
  reply: z.object({ message: z.literal('Settings saved'), settings: Settings }),
  errors: ['plan-limit', 'conflict'],
});
