import * as z from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { PaperSize } from '../shipments/labels.ts';
import { ShopLogo, TrackingLanguage } from '../shipments/public-tracking.ts';
import { contrastOf, readableContrast, readableOn } from '../values/colours.ts';
import { normalisePhone } from '../values/phones.ts';
import { plainText } from '../values/plain-text.ts';
import { tooLong } from '../values/maximum-texts.ts';

/** What our own labels can show of the shop, beside its name. */
export const LabelPart = z.enum(['logo', 'phone', 'address', 'return-address', 'note']);
export type LabelPart = z.infer<typeof LabelPart>;

/** What our own load sheets can show of the shop, beside its name. */
export const SheetPart = z.enum(['logo', 'phone', 'address']);
export type SheetPart = z.infer<typeof SheetPart>;

/** The shipper on our own labels, packing slips and load sheets. A courier's own label is printed as it is. */
export const LabelSettings = z.object({
  shipper_name: z.string(),
  shipper_phone: z.string(),
  shipper_address: z.string(),
  shipper_city: z.string(),
  /** Where parcels that come back should go; empty: to the shipper's address. */
  return_address: z.string(),
  /** One line for the rider and the customer, or empty. */
  label_note: z.string(),
  /** The paper that a print starts with. */
  label_size: PaperSize,
  label_parts: z.array(LabelPart),
  sheet_parts: z.array(SheetPart),
  /** Grows with each save. */
  revision: z.number().int(),
});
export type LabelSettings = z.infer<typeof LabelSettings>;

/** How the public tracking page looks and whom it names for help. Emails to customers use the colour too. */
export const TrackingPageSettings = z.object({
  colour: z.string(),
  contact_phone: z.string(),
  contact_email: z.string(),
  /** International digits without a plus, `923001234567`, or empty. */
  contact_whatsapp: z.string(),
  language: TrackingLanguage,
  revision: z.number().int(),
});
export type TrackingPageSettings = z.infer<typeof TrackingPageSettings>;

export const ShopLook = z.object({
  labels: LabelSettings,
  tracking_page: TrackingPageSettings,
  logo: ShopLogo.nullable(),
});
export type ShopLook = z.infer<typeof ShopLook>;

export const getShopLook = endpoint({
  name: 'getShopLook',
  method: 'GET',
  path: '/shop-look',
  summary: 'Shipper and labels, the look of the tracking page, and the logo.',
  access: ['READ_SETTINGS', 'BOOK_ORDERS'],
  reply: z.object({ data: ShopLook }),
});

/** Text as it is printed on one line. */
export const inOneLine = (text: string): string => plainText(text).replaceAll(/\s+/g, ' ').trim();

const Line = (label: string, max: number) =>
  z
    .string()
    .max(1_000, tooLong(label, max))
    .transform(inOneLine)
    .pipe(z.string().max(max, tooLong(label, max)));

/** A landline or a mobile number, as it should be printed and called. */
const Phone = (label: string) =>
  Line(label, 30).refine(
    (text) => text === '' || (/^\+?[\d\s()-]+$/.test(text) && /^\d{7,15}$/.test(text.replaceAll(/\D/g, ''))),
    `${label}: write it like 0300 1234567 or 042 35712345`,
  );

const Email = z
  .string()
  .trim()
  .max(100, tooLong('Email', 100))
  .refine((text) => text === '' || z.email().safeParse(text).success, 'Enter a valid email');

const maxShipperText = { name: 60, address: 200, city: 60, note: 100 } as const;

export const LabelSettingsInput = z.object({
  shipper_name: Line('Shipper name', maxShipperText.name).refine((name) => name !== '', 'Shipper name is required'),
  shipper_phone: Phone('Phone'),
  shipper_address: Line('Address', maxShipperText.address),
  shipper_city: Line('City', maxShipperText.city),
  return_address: Line('Return address', maxShipperText.address),
  label_note: Line('Note', maxShipperText.note),
  label_size: PaperSize,
  label_parts: z.array(LabelPart).max(10),
  sheet_parts: z.array(SheetPart).max(10),
  /** Of the version that was edited. If someone else saved since, the answer is 409 `conflict`. */
  revision: z.number().int(),
});

export const saveLabelSettings = endpoint({
  name: 'saveLabelSettings',
  method: 'PUT',
  path: '/shop-look/labels',
  summary: 'Saves the shipper and the labels, unless someone else saved since they were read.',
  access: ['WRITE_SETTINGS'],
  body: LabelSettingsInput,
  reply: z.object({ message: z.literal('Settings saved'), data: ShopLook }),
  errors: ['conflict'],
});

export const previewLabel = endpoint({
  name: 'previewLabel',
  method: 'POST',
  path: '/shop-look/label-preview',
  summary: 'Our own label of a made-up parcel with these settings, as a PDF in Base64. Saves nothing.',
  access: ['READ_SETTINGS'],
  body: LabelSettingsInput.omit({ revision: true }),
  reply: z.object({ pdf: z.string() }),
});

export const AccentColour = z
  .string()
  .max(30, 'Write the colour like #0b6365')
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, 'Write the colour like #0b6365')
  .superRefine((colour, context) => {
    if (!/^#[0-9a-f]{6}$/.test(colour) || contrastOf(colour, '#ffffff') >= readableContrast) return;
    const message = `White text is hard to read on this colour. Choose a darker one, such as ${readableOn(colour, '#ffffff')}`;
    context.addIssue({ code: 'custom', message });
  });

/** A Pakistani mobile number in any spelling, or an international one with its plus. */
const WhatsAppNumber = z
  .string()
  .trim()
  .max(30, tooLong('WhatsApp number', 30))
  .transform((text, context) => {
    if (text === '') return '';
    const { phone } = normalisePhone(text);
    if (phone) return `92${phone.slice(1)}`;
    const digits = text.replaceAll(/[\s().-]/g, '');
    if (/^(\+|00)?[1-9]\d{9,14}$/.test(digits)) return digits.replace(/^(\+|00)/, '');
    context.addIssue({ code: 'custom', message: 'Enter a WhatsApp number like 0300 1234567 or +971 50 1234567' });
    return z.NEVER;
  });

export const TrackingPageInput = z.object({
  colour: AccentColour,
  contact_phone: Phone('Phone'),
  contact_email: z.union([z.literal(''), Email]),
  contact_whatsapp: WhatsAppNumber,
  language: TrackingLanguage,
  /** As for labels. */
  revision: z.number().int(),
});

export const saveTrackingPage = endpoint({
  name: 'saveTrackingPage',
  method: 'PUT',
  path: '/shop-look/tracking-page',
  summary: 'Saves the look of the tracking page, unless someone else saved since it was read.',
  access: ['WRITE_SETTINGS'],
  body: TrackingPageInput,
  reply: z.object({ message: z.literal('Settings saved'), data: ShopLook }),
  errors: ['conflict'],
});

/** Limits of the uploaded picture. We store it smaller: docs/decisions/0009. */
export const logoLimits = { bytes: 2 * 1024 * 1024, minPixels: 32, maxPixels: 4_000 } as const;

const maxBase64 = Math.ceil(logoLimits.bytes / 3) * 4;

export const saveLogo = endpoint({
  name: 'saveLogo',
  method: 'PUT',
  path: '/shop-look/logo',
  summary: 'Replaces the logo with a PNG or JPEG picture. It is stored as PNG, at most 600 by 200 pixels.',
  access: ['WRITE_SETTINGS'],
  body: z.object({
    image: z.base64('The logo must be a PNG or JPEG picture').max(maxBase64, 'The logo can be at most 2 MB'),
  }),
  // More than an image may have, so that a larger one is refused in words.
  bodyLimit: 2 * maxBase64,
  reply: z.object({ message: z.literal('Logo saved'), data: ShopLook }),
});

export const removeLogo = endpoint({
  name: 'removeLogo',
  method: 'DELETE',
  path: '/shop-look/logo',
  summary: 'Removes the logo from labels, emails and the tracking page.',
  access: ['WRITE_SETTINGS'],
  reply: z.object({ message: z.literal('Logo removed'), data: ShopLook }),
});
