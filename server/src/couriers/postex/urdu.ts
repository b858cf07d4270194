import { isolated, urdu, urduTable, type WordOf } from '../urdu.ts';
import { postexStatus, type postexCodes, type postexWords } from './statuses.ts';

const sentences: Record<WordOf<typeof postexWords>, string> = {
  Unbooked: urdu.booked,
  'Un-Booked': urdu.booked,
  Booked: urdu.booked,
  'Picked By PostEx': urdu.pickedUp,
  'PostEx WareHouse': urdu.inWarehouse,
  'In Stock': urdu.inWarehouse,
  Transferred: urdu.transferred,
  'Out For Delivery': urdu.outForDelivery,
  'Delivery En-Route': urdu.outForDelivery,
  Attempted: urdu.attempted,
  'Delivery Under Review': urdu.underReview,
  'Under Verification': urdu.underVerification,
  'Return Requested': urdu.returnRequested,
  'Out For Return': urdu.returnOut,
  'Return In-Transit': urdu.returning,
  Returned: urdu.returned,
  Return: urdu.returned,
  Delivered: urdu.delivered,
  'Un-Assigned By Me': urdu.cancelled,
  Cancelled: urdu.cancelled,
  Expired: urdu.notCollected,
};

const byCode: Record<keyof typeof postexCodes, string> = {
  '0001': urdu.withShop,
  '0003': urdu.inWarehouse,
  '0031': urdu.toWarehouse,
  '0033': urdu.dispatched,
  '0035': urdu.atFacility,
  '0038': urdu.waitingForDelivery,
  '0004': urdu.outForDelivery,
  '0013': urdu.attempted,
  '0008': urdu.underReview,
  '0005': urdu.delivered,
  '0039': urdu.returnNext,
  '0040': urdu.returnBegins,
  '0037': urdu.returning,
  '0032': urdu.returnOut,
  '0006': urdu.returned,
  '0007': urdu.returned,
};

const known = urduTable(sentences);
const ofCode: ReadonlyMap<string, string> = new Map(Object.entries(byCode));

/** The messages of the history name a city or a reason that their code does not. Source: couriers/postex.md 3. */
const withDetail: ReadonlyMap<string, readonly [RegExp, (detail: string) => string]> = new Map([
  ['0033', [/^departed to (.+)$/i, (city: string) => `پارسل ${isolated(city)} کے لیے روانہ ہو گیا`]],
  ['0035', [/^arrived at transit hub (.+)$/i, (city: string) => `پارسل ${isolated(city)} پہنچ گیا`]],
  ['0013', [/^attempt made: ?(.+)$/i, (reason: string) => `${urdu.attempted}: ${isolated(reason)}`]],
]);

/** The history's words are free text with a code; words of the order's status come without one. */
export function postexInUrdu(words: string, code: string): string | undefined {
  const [pattern, sentence] = withDetail.get(code) ?? [];
  const detail = pattern?.exec(words.trim())?.[1];
  if (sentence && detail) return sentence(detail);
  return ofCode.get(code) ?? known(words) ?? beginningInUrdu(words);
}

/** `En-Route to Lahore warehouse` and `At MY SHOP Warehouse`, which `postexStatus` knows by their beginning. */
function beginningInUrdu(words: string): string | undefined {
  const status = postexStatus(words)?.status;
  if (status === 'INPROCESS') return urdu.toWarehouse;
  return status === 'FULFILLED' ? urdu.withShop : undefined;
}
