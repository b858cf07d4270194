import { normaliseStatus, type StatusWords } from './status-table.ts';

/** Every word of a courier's table, as the table spells it. */
export type WordOf<Words extends StatusWords> = Words[number][1][number];

/** Finds the Urdu sentence for a courier's words, whatever their case and spacing. */
export function urduTable(sentences: Readonly<Record<string, string>>): (words: string) => string | undefined {
  const byWords = new Map(Object.entries(sentences).map(([words, sentence]) => [normaliseStatus(words), sentence]));
  return (words) => byWords.get(normaliseStatus(words));
}

/** A place or reason within an Urdu sentence, kept apart from its direction. */
export const isolated = (text: string): string => `\u2068${text.trim()}\u2069`;

/** What couriers say of a parcel, in plain Urdu for its receiver. */
export const urdu = {
  booked: 'پارسل کی بُکنگ ہو گئی',
  pickUpNotRequested: 'کوریئر سے پارسل اٹھانے کو ابھی نہیں کہا گیا',
  pickUpRequested: 'کوریئر سے پارسل اٹھانے کو کہہ دیا گیا',
  pickedUp: 'کوریئر نے دکان سے پارسل اٹھا لیا',
  droppedOff: 'دکان نے پارسل کوریئر کے سینٹر میں جمع کرا دیا',
  received: 'کوریئر نے پارسل وصول کر کے درج کر لیا',
  withShop: 'پارسل ابھی دکان کے پاس ہے',
  atFacility: 'پارسل کوریئر کے مرکز پہنچ گیا',
  atOrigin: 'پارسل روانگی کے شہر میں کوریئر کے مرکز پہنچ گیا',
  inWarehouse: 'پارسل کوریئر کے گودام میں ہے',
  toWarehouse: 'پارسل کوریئر کے گودام جا رہا ہے',
  transferred: 'پارسل کوریئر کے دوسرے مرکز بھیج دیا گیا',
  dispatched: 'پارسل اگلے مرکز کے لیے روانہ ہو گیا',
  inTransit: 'پارسل راستے میں ہے',
  routed: 'پارسل کا راستہ طے ہو گیا',
  loading: 'پارسل گاڑی میں رکھا جا رہا ہے',
  unloading: 'پارسل گاڑی سے اتارا جا رہا ہے',
  misrouted: 'پارسل غلطی سے دوسرے راستے پر چلا گیا',
  atDestination: 'پارسل آپ کے شہر پہنچ گیا',
  waitingForDelivery: 'پارسل ڈیلیوری کے انتظار میں ہے',
  scheduled: 'پارسل پہنچانے کا وقت طے ہو گیا',
  withRider: 'پارسل آپ تک پہنچانے کے لیے رائیڈر کو دے دیا گیا',
  outForDelivery: 'پارسل آپ تک پہنچانے کے لیے نکل چکا ہے',
  attempted: 'کوریئر نے پارسل پہنچانے کی کوشش کی مگر کامیاب نہ ہو سکا',
  notDelivered: 'پارسل ابھی پہنچایا نہیں جا سکا',
  refused: 'پارسل وصول کرنے سے انکار کیا گیا',
  badAddress: 'پتا غلط یا نامکمل ہے، اس لیے پارسل پہنچایا نہیں جا سکا',
  noContact: 'کوریئر کا آپ سے رابطہ نہ ہو سکا',
  reattempt: 'کوریئر پارسل پہنچانے کی دوبارہ کوشش کرے گا',
  heldForAdvice: 'پارسل ہدایت ملنے تک کوریئر کے پاس رُکا ہوا ہے',
  onHold: 'پارسل کوریئر کے پاس رُکا ہوا ہے',
  awaitingCollection: 'پارسل کوریئر کے دفتر میں ہے اور آپ کی وصولی کا منتظر ہے',
  underReview: 'کوریئر اس ڈیلیوری کا جائزہ لے رہا ہے',
  underVerification: 'کوریئر اس ڈیلیوری کی تصدیق کر رہا ہے',
  delayed: 'پارسل میں تاخیر ہے؛ وجہ کوریئر کے اختیار سے باہر ہے',
  flightCancelled: 'پرواز منسوخ ہونے کی وجہ سے پارسل میں تاخیر ہے',
  airlineDelay: 'ایئرلائن کی وجہ سے پارسل میں تاخیر ہے',
  forceMajeure: 'غیر معمولی حالات کی وجہ سے پارسل میں تاخیر ہے',
  returnNext: 'پارسل دکان کو واپس بھیجنے کے لیے تیار ہے',
  returnRequested: 'پارسل واپس بھیجنے کی درخواست کی گئی',
  returnBegins: 'پارسل کی واپسی شروع ہو گئی',
  returning: 'پارسل دکان کو واپس جا رہا ہے',
  notDeliveredReturning: 'پارسل پہنچایا نہیں جا سکا اور دکان کو واپس جا رہا ہے',
  returnAtOrigin: 'واپس جانے والا پارسل دکان کے شہر پہنچ گیا',
  returnOut: 'پارسل دکان کو واپس دینے کے لیے نکل چکا ہے',
  returnAttempted: 'کوریئر نے پارسل دکان کو واپس دینے کی کوشش کی مگر کامیاب نہ ہو سکا',
  returned: 'پارسل دکان کو واپس کر دیا گیا',
  delivered: 'پارسل پہنچا دیا گیا',
  cancelled: 'پارسل کی بُکنگ منسوخ کر دی گئی',
  notCollected: 'پارسل وقت پر کوریئر کو نہیں ملا، اس لیے بُکنگ منسوخ ہو گئی',
} as const;
