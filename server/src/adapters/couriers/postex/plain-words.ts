import type { PlainWords } from '../courier.ts';
import { isolated, plain, plainTable, type WordOf } from '../plain-words.ts';
import { postexStatus, type postexCodes, type postexWords } from './statuses.ts';

const sentences: Record<WordOf<typeof postexWords>, PlainWords> = {
  Unbooked: plain.booked,
  'Un-Booked': plain.booked,
  Booked: plain.booked,
  'Picked By PostEx': plain.pickedUp,
  'PostEx WareHouse': plain.inWarehouse,
  'In Stock': plain.inWarehouse,
  Transferred: plain.transferred,
  'Out For Delivery': plain.outForDelivery,
  'Delivery En-Route': plain.outForDelivery,
  Attempted: plain.attempted,
  'Delivery Under Review': plain.underReview,
  'Under Verification': plain.underVerification,
  'Return Requested': plain.returnRequested,
  'Out For Return': plain.returnOut,
  'Return In-Transit': plain.returning,
  Returned: plain.returned,
  Return: plain.returned,
  Delivered: plain.delivered,
  'Un-Assigned By Me': plain.cancelled,
  Cancelled: plain.cancelled,
  Expired: plain.notCollected,
};

const byCode: Record<keyof typeof postexCodes, PlainWords> = {
  '0001': plain.withShop,
  '0003': plain.inWarehouse,
  '0031': plain.toWarehouse,
  '0033': plain.dispatched,
  '0035': plain.atFacility,
  '0038': plain.waitingForDelivery,
  '0004': plain.outForDelivery,
  '0013': plain.attempted,
  '0008': plain.underReview,
  '0005': plain.delivered,
  '0039': plain.returnNext,
  '0040': plain.returnBegins,
  '0037': plain.returning,
  '0032': plain.returnOut,
  '0006': plain.returned,
  '0007': plain.returned,
};

const known = plainTable(sentences);
const ofCode: ReadonlyMap<string, PlainWords> = new Map(Object.entries(byCode));

/** The messages of the history name a city or a reason that their code does not. */
const withDetail: ReadonlyMap<string, readonly [RegExp, (detail: string) => PlainWords]> = new Map([
  [
    '0033',
    [
      /^departed to (.+)$/i,
      (city: string) => ({ en: `Left for ${city}`, ur: `پارسل ${isolated(city)} کے لیے روانہ ہو گیا` }),
    ],
  ],
  [
    '0035',
    [
      /^arrived at transit hub (.+)$/i,
      (city: string) => ({ en: `Arrived in ${city}`, ur: `پارسل ${isolated(city)} پہنچ گیا` }),
    ],
  ],
  [
    '0013',
    [
      /^attempt made: ?(.+)$/i,
      (reason: string) => ({
        en: `${plain.attempted.en}: ${reason}`,
        ur: `${plain.attempted.ur}: ${isolated(reason)}`,
      }),
    ],
  ],
]);

/** The history's words are free text with a code; words of the order's status come without one. */
export function postexInPlainWords(words: string, code: string): PlainWords | undefined {
  const [pattern, sentence] = withDetail.get(code) ?? [];
  const detail = pattern?.exec(words.trim())?.[1];
  if (sentence && detail) return sentence(detail);
  return ofCode.get(code) ?? known(words) ?? beginningInPlainWords(words);
}

/** `En-Route to Lahore warehouse` and `At MY SHOP Warehouse`, which `postexStatus` knows by their beginning. */
function beginningInPlainWords(words: string): PlainWords | undefined {
  const status = postexStatus(words)?.status;
  if (status === 'INPROCESS') return plain.toWarehouse;
  return status === 'FULFILLED' ? plain.withShop : undefined;
}
