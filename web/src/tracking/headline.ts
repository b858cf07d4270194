import { courierName } from '@courierdesk/contract/companies';
import type { ParcelTrouble } from '@courierdesk/contract/statuses';
import { titleCase } from '../lib/title-case.ts';
import type { PublicTracking } from './page-input.ts';
import type { Lang } from './texts.ts';

/** The status as one sentence. The server writes the English one. */
export function headlineIn(lang: Lang, tracking: PublicTracking): string {
  return lang === 'en' ? tracking.headline : urduHeadline(tracking);
}

function urduHeadline({ headline, order, company }: PublicTracking): string {
  const city = (word: string): string => order.destination && `\u2068${titleCase(order.destination)}\u2069${word} `;
  switch (order.status) {
    case 'FULFILLED':
      if (headline.startsWith('Sent '))
        return `آپ کا پارسل \u2068${courierName(company)}\u2069 کے ذریعے ${city('')}بھیج دیا گیا ہے`;
      return `آپ کا پارسل بُک ہو چکا ہے اور ${city('')}روانگی کا منتظر ہے`;
    case 'INPROCESS':
      if (headline.startsWith('The shop is checking')) return 'دکان کوریئر سے معلوم کر رہی ہے کہ یہ پارسل کہاں ہے';
      if (!headline.startsWith('Out for delivery')) return `آپ کا پارسل ${city(' کے')}راستے میں ہے`;
      return `آپ کا پارسل ${headline.endsWith(' today') ? 'آج ' : ''}${city(' میں')}آپ تک پہنچانے کے لیے نکل چکا ہے`;
    case 'DELIVERED':
      return `آپ کا پارسل ${city(' میں')}پہنچا دیا گیا ہے`;
    case 'RTS':
      return order.final ? 'آپ کا پارسل دکان کو واپس کر دیا گیا ہے' : 'آپ کا پارسل دکان کو واپس جا رہا ہے';
    case 'CANCELLED':
      return 'یہ پارسل منسوخ کر دیا گیا ہے';
  }
}

/** What went wrong and what the receiver can do, if anything. */
export function adviceFor({ order }: PublicTracking): ParcelTrouble | 'returning' | 'returned' | 'cancelled' | null {
  if (order.status === 'CANCELLED') return 'cancelled';
  if (order.status === 'RTS') return order.final ? 'returned' : 'returning';
  return order.trouble;
}
