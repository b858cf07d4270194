import * as z from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Instant } from '../values/dates.ts';
import { Id } from '../values/ids.ts';
import { tooLong } from '../values/maximum-texts.ts';

/** Emails that a customer can get about a parcel, each once, in the order of the parcel's way. */
export const CustomerMailKind = z.enum(['booked', 'out-for-delivery', 'attempted', 'delivered']);
export type CustomerMailKind = z.infer<typeof CustomerMailKind>;

/** What people call an email. */
export const customerMailName: Readonly<Record<CustomerMailKind, string>> = {
  booked: 'Tracking link',
  'out-for-delivery': 'Out for delivery',
  attempted: 'Delivery failed',
  delivered: 'Delivered',
};

/** What a shop can write as `{name}` in the subject and the message. */
export const customerMailPlaceholders = [
  'name',
  'order',
  'courier',
  'tracking_number',
  'city',
  'payment',
  'shop',
] as const;
export type CustomerMailValues = Readonly<Record<(typeof customerMailPlaceholders)[number], string>>;

export type CustomerMailText = { readonly subject: string; readonly message: string };

/** Our wording, until the shop changes it. */
export const customerMailTexts: Readonly<Record<CustomerMailKind, CustomerMailText>> = {
  booked: {
    // A person may send it at any time: it says only what is true from the booking on.
    subject: 'Track your order {order}',
    message:
      'Dear {name},\n\nYour order {order} is booked with {courier} for delivery to {city}. Its tracking number is {tracking_number}.\n\n{payment}',
  },
  'out-for-delivery': {
    subject: 'Your order {order} arrives today',
    message: 'Dear {name},\n\n{courier} is bringing your order {order} to you today.\n\n{payment}',
  },
  attempted: {
    subject: 'We could not deliver your order {order}',
    message:
      'Dear {name},\n\n{courier} tried to deliver your order {order} and could not. They will try again. Please keep your phone on, or reply to this email if the address has changed.\n\n{payment}',
  },
  delivered: {
    subject: 'Your order {order} was delivered',
    message: 'Dear {name},\n\nYour order {order} was delivered. Thank you for shopping with {shop}.',
  },
};

/** Our wording in Urdu, in the words of the tracking page, for shops that want to start from it. */
export const urduCustomerMailTexts: Readonly<Record<CustomerMailKind, CustomerMailText>> = {
  booked: {
    subject: 'اپنا آرڈر {order} ٹریک کریں',
    message:
      'عزیز {name}،\n\nآپ کا آرڈر {order} {courier} کے ذریعے {city} بھیجنے کے لیے بُک ہو چکا ہے۔ اس کا ٹریکنگ نمبر {tracking_number} ہے۔\n\n{payment}',
  },
  'out-for-delivery': {
    subject: 'آپ کا آرڈر {order} آج پہنچے گا',
    message: 'عزیز {name}،\n\nآپ کا آرڈر {order} {courier} کے ذریعے آج آپ تک پہنچانے کے لیے نکل چکا ہے۔\n\n{payment}',
  },
  attempted: {
    subject: 'آپ کا آرڈر {order} نہیں پہنچایا جا سکا',
    message:
      'عزیز {name}،\n\nکوریئر {courier} نے آپ کا آرڈر {order} پہنچانے کی کوشش کی مگر کامیاب نہ ہو سکا۔ وہ دوبارہ کوشش کرے گا۔ براہِ کرم اپنا فون کھلا رکھیں؛ اگر پتا بدل گیا ہے تو اس ای میل کا جواب دیں۔\n\n{payment}',
  },
  delivered: {
    subject: 'آپ کا آرڈر {order} پہنچا دیا گیا ہے',
    message: 'عزیز {name}،\n\nآپ کا آرڈر {order} پہنچا دیا گیا ہے۔ {shop} سے خریداری کا شکریہ۔',
  },
};

type MailLanguage = 'en' | 'ur';

/** What we add to a wording, in its language. */
export const customerMailPhrases: Readonly<
  Record<
    MailLanguage,
    { payment: (amount: string) => string; noCity: string; track: string; reason: (shop: string) => string }
  >
> = {
  en: {
    payment: (amount) => `Please keep ${amount} in cash ready.`,
    noCity: 'your address',
    track: 'Track your parcel',
    reason: (shop) => `You get this email because you ordered from ${shop}.`,
  },
  ur: {
    payment: (amount) => `براہِ کرم کوریئر کے لیے ${isolated(amount)} نقد تیار رکھیں۔`,
    noCity: 'آپ کے پتے پر',
    track: 'اپنا پارسل ٹریک کریں',
    reason: (shop) => `آپ کو یہ ای میل اس لیے ملی ہے کہ آپ نے ${isolated(shop)} سے آرڈر کیا تھا۔`,
  },
};

/** The language of most letters that the shop wrote. */
export function languageOfMail(text: string): MailLanguage {
  const written = text.replaceAll(placeholder, '');
  const count = (letters: RegExp): number => written.match(letters)?.length ?? 0;
  return count(/\p{Script=Arabic}/gu) > count(/\p{Script=Latin}/gu) ? 'ur' : 'en';
}

/** A made-up order, for previews and test emails. */
export const sampleMailValues = (shop: string, language: MailLanguage): CustomerMailValues => ({
  name: 'Ayesha Khan',
  order: '#1042',
  courier: 'Leopards',
  tracking_number: 'LE7500123456',
  city: 'Lahore',
  payment: customerMailPhrases[language].payment('Rs 2,450'),
  shop,
});

const placeholder = /\{([^{}\n]*)\}/g;

/** The text with its placeholders filled in. Numbers and English names keep their direction in an Urdu one. */
export function fillCustomerMail(text: string, values: CustomerMailValues): string {
  const filled = languageOfMail(text) === 'ur' ? isolated : (value: string) => value;
  return text.replaceAll(placeholder, (whole, name: string) => (isPlaceholder(name) ? filled(values[name]) : whole));
}

/** Unicode, bidirectional algorithm: an isolate has a direction of its own. */
export const isolated = (text: string): string => text && `\u2068${text}\u2069`;

const isPlaceholder = (name: string): name is keyof CustomerMailValues =>
  customerMailPlaceholders.some((known) => known === name);

/** The paragraphs of a message: parts between empty lines, without those that a placeholder left empty. */
export const paragraphsOf = (message: string): string[] =>
  message
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');

const Text = (label: string, max: number) =>
  z
    .string()
    .trim()
    .min(1, `${label} is required`)
    .max(max, tooLong(label, max))
    .superRefine((text, context) => {
      const unknown = [...text.matchAll(placeholder)].map(([, name = '']) => name).find((name) => !isPlaceholder(name));
      if (unknown === undefined) return;
      const known = customerMailPlaceholders.map((name) => `{${name}}`).join(', ');
      context.addIssue({ code: 'custom', message: `${label}: we do not know {${unknown}}. Use ${known}` });
    });

export const CustomerMailSetting = z.object({
  kind: CustomerMailKind,
  enabled: z.boolean(),
  subject: z.string(),
  message: z.string(),
  /** Of what the form shows: sent back when it is saved. */
  revision: z.string(),
});
export type CustomerMailSetting = z.infer<typeof CustomerMailSetting>;

const maxMailSubject = 120;
const maxMailMessage = 2000;

export const CustomerMailInput = z.object({
  kind: CustomerMailKind,
  enabled: z.boolean(),
  subject: Text('Subject', maxMailSubject).refine((text) => !text.includes('\n'), 'Subject: write it on one line'),
  message: Text('Message', maxMailMessage),
  /** Of the setting that was edited: 409 `conflict` if someone else changed it since. Left out: saves anyway. */
  revision: z.string().max(64).optional(),
});

export const getCustomerMails = endpoint({
  name: 'getCustomerMails',
  method: 'GET',
  path: '/customer-mails',
  summary: 'Which emails customers get about their parcels, and their wording.',
  access: ['READ_SETTINGS'],
  reply: z.object({ data: z.array(CustomerMailSetting) }),
});

export const saveCustomerMail = endpoint({
  name: 'saveCustomerMail',
  method: 'PUT',
  path: '/customer-mails',
  summary: 'Turns one email to customers on or off, and saves its wording.',
  access: ['WRITE_SETTINGS'],
  body: CustomerMailInput,
  reply: z.object({ message: z.literal('Settings saved'), data: z.array(CustomerMailSetting) }),
  errors: ['conflict'],
});

export const sendTestMail = endpoint({
  name: 'sendTestMail',
  method: 'POST',
  path: '/customer-mails/test',
  summary: 'Emails one of the customer emails to the caller, with the values of a made-up order. Saves nothing.',
  access: ['WRITE_SETTINGS'],
  body: CustomerMailInput.pick({ kind: true, subject: true, message: true }),
  reply: z.object({ message: z.literal('Email sent') }),
  errors: ['too-many-requests'],
});

/** The most emails that people send to the customer of one parcel. */
export const maxEmailsByHand = 5;

export const sendEmail = endpoint({
  name: 'sendEmail',
  method: 'PUT',
  path: '/send-email/:orderId',
  summary:
    'Emails the tracking link of a shipment to its customer, once. If the customer has it already, 409 `already-emailed` with `detail.sent_at`; `again=true` sends it again.',
  access: ['BOOK_ORDERS', 'WRITE_ORDERS'],
  params: z.object({ orderId: Id }),
  query: z.object({ again: z.string().max(10).pipe(z.stringbool()).default(false) }),
  reply: z.object({ message: z.literal('Email sent'), sent_at: Instant }),
  errors: ['not-found', 'cannot-email', 'already-emailed'],
});
