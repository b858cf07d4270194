import type { PlainWords } from './courier.ts';
import { normaliseStatus, type StatusWords } from './status-table.ts';

/** Every word of a courier's table, as the table spells it. */
export type WordOf<Words extends StatusWords> = Words[number][1][number];

/** Finds the plain words for those of a courier, whatever their case and spacing. */
export function plainTable(sentences: Readonly<Record<string, PlainWords>>): (words: string) => PlainWords | undefined {
  const byWords = new Map(Object.entries(sentences).map(([words, sentence]) => [normaliseStatus(words), sentence]));
  return (words) => byWords.get(normaliseStatus(words));
}

/** A place or reason within an Urdu sentence, kept apart from its direction. */
export const isolated = (text: string): string => `\u2068${text.trim()}\u2069`;

/** The sentences that couriers share. */
export const plain = {
  booked: { en: 'Booked with the courier', ur: 'پارسل کی بُکنگ ہو گئی' },
  pickUpNotRequested: {
    en: 'The courier has not been asked to collect it yet',
    ur: 'کوریئر سے پارسل اٹھانے کو ابھی نہیں کہا گیا',
  },
  pickUpRequested: { en: 'The courier was asked to collect it', ur: 'کوریئر سے پارسل اٹھانے کو کہہ دیا گیا' },
  pickedUp: { en: 'Picked up from the shop', ur: 'کوریئر نے دکان سے پارسل اٹھا لیا' },
  droppedOff: { en: 'The shop handed it in at a courier office', ur: 'دکان نے پارسل کوریئر کے سینٹر میں جمع کرا دیا' },
  received: { en: 'The courier has registered the parcel', ur: 'کوریئر نے پارسل وصول کر کے درج کر لیا' },
  withShop: { en: 'Still with the shop', ur: 'پارسل ابھی دکان کے پاس ہے' },
  atFacility: { en: 'Arrived at a courier centre', ur: 'پارسل کوریئر کے مرکز پہنچ گیا' },
  atOrigin: {
    en: 'Arrived at the courier centre of the shop’s city',
    ur: 'پارسل روانگی کے شہر میں کوریئر کے مرکز پہنچ گیا',
  },
  inWarehouse: { en: 'In the courier’s warehouse', ur: 'پارسل کوریئر کے گودام میں ہے' },
  toWarehouse: { en: 'On its way to the courier’s warehouse', ur: 'پارسل کوریئر کے گودام جا رہا ہے' },
  transferred: { en: 'Sent to another courier centre', ur: 'پارسل کوریئر کے دوسرے مرکز بھیج دیا گیا' },
  dispatched: { en: 'Left for the next courier centre', ur: 'پارسل اگلے مرکز کے لیے روانہ ہو گیا' },
  inTransit: { en: 'On its way', ur: 'پارسل راستے میں ہے' },
  routed: { en: 'The courier has planned its route', ur: 'پارسل کا راستہ طے ہو گیا' },
  loading: { en: 'Being loaded onto a vehicle', ur: 'پارسل گاڑی میں رکھا جا رہا ہے' },
  unloading: { en: 'Being unloaded from a vehicle', ur: 'پارسل گاڑی سے اتارا جا رہا ہے' },
  misrouted: { en: 'Sent the wrong way by mistake', ur: 'پارسل غلطی سے دوسرے راستے پر چلا گیا' },
  atDestination: { en: 'Arrived in your city', ur: 'پارسل آپ کے شہر پہنچ گیا' },
  waitingForDelivery: { en: 'Waiting to be delivered', ur: 'پارسل ڈیلیوری کے انتظار میں ہے' },
  scheduled: { en: 'The delivery is scheduled', ur: 'پارسل پہنچانے کا وقت طے ہو گیا' },
  withRider: { en: 'Given to the rider who brings it to you', ur: 'پارسل آپ تک پہنچانے کے لیے رائیڈر کو دے دیا گیا' },
  outForDelivery: { en: 'Out for delivery to you', ur: 'پارسل آپ تک پہنچانے کے لیے نکل چکا ہے' },
  attempted: {
    en: 'The courier tried to deliver it and could not',
    ur: 'کوریئر نے پارسل پہنچانے کی کوشش کی مگر کامیاب نہ ہو سکا',
  },
  notDelivered: { en: 'Not delivered yet', ur: 'پارسل ابھی پہنچایا نہیں جا سکا' },
  refused: { en: 'The parcel was refused at the door', ur: 'پارسل وصول کرنے سے انکار کیا گیا' },
  badAddress: {
    en: 'Not delivered: the address is wrong or incomplete',
    ur: 'پتا غلط یا نامکمل ہے، اس لیے پارسل پہنچایا نہیں جا سکا',
  },
  noContact: { en: 'The courier could not reach you', ur: 'کوریئر کا آپ سے رابطہ نہ ہو سکا' },
  reattempt: { en: 'The courier will try to deliver it again', ur: 'کوریئر پارسل پہنچانے کی دوبارہ کوشش کرے گا' },
  heldForAdvice: {
    en: 'The courier holds it and waits for instructions',
    ur: 'پارسل ہدایت ملنے تک کوریئر کے پاس رُکا ہوا ہے',
  },
  onHold: { en: 'The courier holds it', ur: 'پارسل کوریئر کے پاس رُکا ہوا ہے' },
  awaitingCollection: {
    en: 'At a courier office, ready for you to collect',
    ur: 'پارسل کوریئر کے دفتر میں ہے اور آپ کی وصولی کا منتظر ہے',
  },
  underReview: { en: 'The courier is reviewing this delivery', ur: 'کوریئر اس ڈیلیوری کا جائزہ لے رہا ہے' },
  underVerification: { en: 'The courier is verifying this delivery', ur: 'کوریئر اس ڈیلیوری کی تصدیق کر رہا ہے' },
  delayed: {
    en: 'Delayed for a reason that the courier cannot change',
    ur: 'پارسل میں تاخیر ہے؛ وجہ کوریئر کے اختیار سے باہر ہے',
  },
  flightCancelled: { en: 'Delayed: a flight was cancelled', ur: 'پرواز منسوخ ہونے کی وجہ سے پارسل میں تاخیر ہے' },
  airlineDelay: { en: 'Delayed by the airline', ur: 'ایئرلائن کی وجہ سے پارسل میں تاخیر ہے' },
  forceMajeure: { en: 'Delayed by exceptional events', ur: 'غیر معمولی حالات کی وجہ سے پارسل میں تاخیر ہے' },
  returnNext: { en: 'Ready to go back to the shop', ur: 'پارسل دکان کو واپس بھیجنے کے لیے تیار ہے' },
  returnRequested: { en: 'A return was requested', ur: 'پارسل واپس بھیجنے کی درخواست کی گئی' },
  returnBegins: { en: 'The return has begun', ur: 'پارسل کی واپسی شروع ہو گئی' },
  returning: { en: 'On its way back to the shop', ur: 'پارسل دکان کو واپس جا رہا ہے' },
  notDeliveredReturning: {
    en: 'Not delivered, and on its way back to the shop',
    ur: 'پارسل پہنچایا نہیں جا سکا اور دکان کو واپس جا رہا ہے',
  },
  returnAtOrigin: { en: 'Back in the shop’s city', ur: 'واپس جانے والا پارسل دکان کے شہر پہنچ گیا' },
  returnOut: { en: 'Being brought back to the shop', ur: 'پارسل دکان کو واپس دینے کے لیے نکل چکا ہے' },
  returnAttempted: {
    en: 'The courier tried to bring it back to the shop and could not',
    ur: 'کوریئر نے پارسل دکان کو واپس دینے کی کوشش کی مگر کامیاب نہ ہو سکا',
  },
  returned: { en: 'Returned to the shop', ur: 'پارسل دکان کو واپس کر دیا گیا' },
  delivered: { en: 'Delivered', ur: 'پارسل پہنچا دیا گیا' },
  cancelled: { en: 'The booking was cancelled', ur: 'پارسل کی بُکنگ منسوخ کر دی گئی' },
  notCollected: {
    en: 'The courier did not get the parcel in time, so the booking was cancelled',
    ur: 'پارسل وقت پر کوریئر کو نہیں ملا، اس لیے بُکنگ منسوخ ہو گئی',
  },
} as const satisfies Readonly<Record<string, PlainWords>>;
