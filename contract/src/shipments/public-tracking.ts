import * as z from 'zod';
import { durationInWords, Instant } from '../values/dates.ts';
import { endpoint } from '../http/endpoint.ts';
import { TrackingNumber } from '../values/ids.ts';
import { TrackedOrder, TrackingDetail } from './shipments.ts';

/** The colour of the page until the shop chooses another. */
export const defaultColour = '#0b6365';

/** `browser`: Urdu if the customer's browser prefers it, otherwise English. */
export const TrackingLanguage = z.enum(['browser', 'en', 'ur']);
export type TrackingLanguage = z.infer<typeof TrackingLanguage>;

/** A PNG on white; `url` changes with the picture, so it can be cached for ever. */
export const ShopLogo = z.object({
  url: z.string(),
  /** In pixels. */
  width: z.number().int(),
  height: z.number().int(),
});
export type ShopLogo = z.infer<typeof ShopLogo>;

/** More than any URL has that the server reads. */
const maxUrlLength = 16_384;

/** A number as a visitor typed it: any text, cut to more than any courier's number has. */
export const TypedNumber = z
  .string()
  .max(maxUrlLength)
  .transform((text) => text.toWellFormed().replaceAll('\0', '').slice(0, 100))
  .pipe(TrackingNumber);

/** The same shape as the staff's tracking result; the person is masked: first name and initial, last three digits, city. */
export const trackOrderPublic = endpoint({
  name: 'trackOrderPublic',
  method: 'GET',
  path: '/track-order-public/:id',
  summary: 'Where a parcel is, for its receiver (`id` is the tracking number).',
  access: 'public',
  // Any text, because every number that we do not show has the same answer.
  params: z.object({ id: TypedNumber }),
  takesAnyText: true,
  query: z.object({
    /** The key of the link that the shop sent. Without it, the amount is not shown and look-ups are limited. */
    k: z.string().max(maxUrlLength).optional(),
    /** Which parcel, when several couriers use the number. Without it, `conflict` names them in `detail.couriers`. */
    courier: z.string().max(maxUrlLength).optional(),
  }),
  reply: TrackedOrder.extend({
    order: TrackedOrder.shape.order.extend({
      details: z.array(
        TrackingDetail.extend({
          /** The courier's words as a plain sentence; empty for words that we do not know. */
          english: z.string(),
          urdu: z.string(),
        }),
      ),
    }),
    /** Name and phone are empty: the customer’s data was erased. */
    customer_erased: z.boolean(),
    /** One plain sentence: `Out for delivery in Lahore today`. */
    headline: z.string(),
    delivered_at: Instant.nullable(),
    /** When the courier was last asked; `failed`: it was asked just now and did not answer. */
    check: z.object({ failed: z.boolean(), at: Instant.nullable() }),
    /** Whole rupees that the courier will collect; 0 when nothing is, or no longer, or without the link of the shop. */
    cod_due: z.number().int(),
    shop: z.object({
      name: z.string(),
      help_phone: z.string(),
      help_email: z.string(),
      /** In international form without a plus, as `wa.me` takes it; empty when the shop has set none. */
      help_whatsapp: z.string(),
      time_zone: z.string(),
      logo: ShopLogo.nullable(),
      /** `#rrggbb`, dark enough for white text. */
      colour: z.string(),
      language: TrackingLanguage,
    }),
  }),
  errors: ['not-found', 'conflict', 'too-many-requests'],
});

/**
 * `Ayesha Khan` -> `Ayesha K.`; a script without initials keeps the first name alone. Some customers write a phone number or an
 * email address for a name, which is left out.
 */
export function maskName(name: string): string {
  const [first = '', ...rest] = name.split(/\s+/).filter((word) => word !== '' && !/[@\p{Nd}]/u.test(word));
  const initial = rest.at(-1)?.match(/^\p{Script=Latin}/u)?.[0];
  return initial ? `${first} ${initial}.` : first;
}

/** `03001234567` -> `••• 567` */
export const maskPhone = (phone: string): string => (phone.length >= 3 ? `••• ${phone.slice(-3)}` : '');

/** For someone who looked up too many numbers. The link that the shop sent has a key, so it still works. */
export function tooManyLookUps(seconds: number): { readonly en: string; readonly ur: string } {
  const inUrdu = seconds <= 90 ? `${seconds} سیکنڈ` : `${Math.ceil(seconds / 60)} منٹ`;
  return {
    en: `Too many tracking numbers were tried from your connection. Try again in ${durationInWords(seconds)}, or open the link that the shop sent you.`,
    ur: `آپ کے کنکشن سے بہت زیادہ ٹریکنگ نمبر دیکھے گئے ہیں۔ ${inUrdu} بعد دوبارہ کوشش کریں، یا دکان کا بھیجا ہوا لنک کھولیں۔`,
  };
}
