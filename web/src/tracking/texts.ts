import type { greetingAt } from '@courierdesk/contract/dates';
import type { ProgressStep } from '@courierdesk/contract/progress';
import { countText } from '@courierdesk/contract/count-text';
import { customerMailPhrases } from '@courierdesk/contract/customer-mails';

export type Lang = 'en' | 'ur';

type Greeting = ReturnType<typeof greetingAt>;

export type Texts = {
  dear: string;
  greeting: Record<Greeting, string>;
  comma: string;
  switchTo: { lang: Lang; name: string };
  progress: string;
  step: Record<Exclude<ProgressStep, 'completed'>, string>;
  latest: string;
  expected: (days: string) => string;
  expectedBy: (day: string) => string;
  expectedToday: string;
  wasExpected: (day: string) => string;
  late: string;
  estimated: string;
  codDue: (amount: string) => string;
  checkFailed: (courier: string, at: string) => string;
  neverChecked: (courier: string) => string;
  attempted: string;
  held: string;
  'return-next': string;
  returning: string;
  returned: string;
  cancelled: string;
  events: string;
  noProgress: string;
  earlierEvents: (count: number) => string;
  today: string;
  yesterday: string;
  details: string;
  trackingNumber: string;
  order: string;
  courier: string;
  destination: string;
  name: string;
  phone: string;
  nameAndPhone: string;
  erased: string;
  bookedOn: string;
  help: string;
  call: string;
  write: string;
  whatsApp: string;
  whatsAppText: (number: string) => string;
  share: string;
  shareText: (shop: string) => string;
  shareOnWhatsApp: string;
  copyLink: string;
  copied: string;
  trackTitle: string;
  trackHint: string;
  numberOnly: string;
  track: string;
  whichCourier: string;
  severalCouriers: (number: string) => string;
  errorTitle: string;
  errorText: string;
  notFound: (number: string) => string;
  tryAgain: string;
};

/** All fixed texts of the page. English texts of the specification are verbatim. */
export const textsOf: Record<Lang, Texts> = {
  en: {
    dear: 'Dear',
    greeting: {
      'Good Morning': 'Good Morning',
      'Good Noon': 'Good Noon',
      'Good Afternoon': 'Good Afternoon',
      'Good Evening': 'Good Evening',
    },
    comma: ', ',
    switchTo: { lang: 'ur', name: 'اردو' },
    progress: 'Progress of your parcel',
    step: {
      booked: 'Booked',
      'on-its-way': 'On its way',
      returning: 'Returning',
      delivered: 'Delivered',
      returned: 'Returned',
      cancelled: 'Cancelled',
    },
    latest: 'Latest',
    expected: (days) => `Expected: ${days}`,
    expectedBy: (day) => `Expected by ${day}`,
    expectedToday: 'Expected today',
    wasExpected: (day) => `The courier expected it on ${day}. It is late.`,
    late: 'It is taking longer than usual.',
    estimated: 'Estimated from earlier deliveries of this shop.',
    codDue: (amount) => `Please keep ${amount} in cash ready for the courier.`,
    checkFailed: (courier, at) => `${courier} did not answer just now. This is what it said on ${at}.`,
    neverChecked: (courier) => `${courier} did not answer just now. Please try again in a few minutes.`,
    attempted:
      'The courier tried to deliver it and could not. Please keep your phone on; if your address or number is wrong, tell the shop now.',
    held: 'The courier holds it until it hears from you or the shop. Please keep your phone on, or contact the shop now.',
    'return-next': 'The courier is about to take it back. If you still want it, contact the shop now.',
    returning: 'The courier is taking it back. If you still want it, contact the shop now.',
    returned: 'The shop has the parcel back. If you still want it, contact the shop.',
    cancelled: 'Nothing will be delivered under this number. If you did not expect that, contact the shop.',
    events: 'What happened so far',
    noProgress: 'No Progress',
    earlierEvents: (count) => `Show ${countText(count, 'earlier update')}`,
    today: 'Today',
    yesterday: 'Yesterday',
    details: 'Your order',
    trackingNumber: 'Tracking number',
    order: 'Order',
    courier: 'Courier',
    destination: 'City',
    name: 'Name',
    phone: 'Phone',
    nameAndPhone: 'Name and phone',
    erased: 'Removed for your privacy',
    bookedOn: 'Booked',
    help: 'A question about your order? Contact',
    call: 'Call',
    write: 'Write to',
    whatsApp: 'WhatsApp',
    whatsAppText: (number) => `Hello, I have a question about my parcel ${number}.`,
    share: 'Share this page',
    shareText: (shop) => `Track the parcel from ${shop}:`,
    shareOnWhatsApp: 'Share on WhatsApp',
    copyLink: 'Copy link',
    copied: 'Link copied',
    trackTitle: 'Track your parcel',
    trackHint: 'Enter the tracking number that the shop sent you.',
    numberOnly: 'Enter the tracking number only, up to 50 characters.',
    track: 'Track parcel',
    whichCourier: 'Which courier has your parcel?',
    severalCouriers: (number) => `Several couriers use the number ${number}. Choose the one that the shop named.`,
    errorTitle: 'Error occurred!',
    errorText: 'Something went wrong while tracking your order. Please try again later.',
    notFound: (number) => `We found no parcel with the number ${number}. Check it against the number from the shop.`,
    tryAgain: 'Try again',
  },
  ur: {
    dear: 'عزیز',
    greeting: {
      'Good Morning': 'صبح بخیر',
      'Good Noon': 'دوپہر بخیر',
      'Good Afternoon': 'سہ پہر بخیر',
      'Good Evening': 'شام بخیر',
    },
    comma: '، ',
    switchTo: { lang: 'en', name: 'English' },
    progress: 'آپ کے پارسل کی پیش رفت',
    step: {
      booked: 'بُک ہو گیا',
      'on-its-way': 'راستے میں',
      returning: 'واپسی پر',
      delivered: 'پہنچ گیا',
      returned: 'واپس ہو گیا',
      cancelled: 'منسوخ',
    },
    latest: 'تازہ ترین',
    expected: (days) => `متوقع آمد: ${days}`,
    expectedBy: (day) => `متوقع آمد: ${day} تک`,
    expectedToday: 'متوقع آمد: آج',
    wasExpected: (day) => `کوریئر کے مطابق اسے ${day} کو پہنچنا تھا۔ اس میں تاخیر ہو گئی ہے۔`,
    late: 'اسے معمول سے زیادہ وقت لگ رہا ہے۔',
    estimated: 'اندازہ: اس دکان کی پچھلی ڈیلیوریوں کے مطابق۔',
    codDue: customerMailPhrases.ur.payment,
    checkFailed: (courier, at) => `\u2068${courier}\u2069 نے ابھی جواب نہیں دیا۔ یہ \u2068${at}\u2069 کی معلومات ہیں۔`,
    neverChecked: (courier) => `\u2068${courier}\u2069 نے ابھی جواب نہیں دیا۔ براہِ کرم چند منٹ بعد دوبارہ دیکھیں۔`,
    attempted:
      'کوریئر نے پارسل پہنچانے کی کوشش کی مگر کامیاب نہ ہو سکا۔ براہِ کرم اپنا فون کھلا رکھیں؛ اگر پتا یا نمبر غلط ہے تو ابھی دکان کو بتائیں۔',
    held: 'کوریئر نے اسے آپ کے یا دکان کے جواب تک روک رکھا ہے۔ براہِ کرم اپنا فون کھلا رکھیں یا ابھی دکان سے رابطہ کریں۔',
    'return-next': 'کوریئر اسے واپس لے جانے والا ہے۔ اگر آپ کو یہ اب بھی چاہیے تو ابھی دکان سے رابطہ کریں۔',
    returning: 'کوریئر اسے واپس لے جا رہا ہے۔ اگر آپ کو یہ اب بھی چاہیے تو ابھی دکان سے رابطہ کریں۔',
    returned: 'پارسل دکان کے پاس واپس پہنچ چکا ہے۔ اگر آپ کو یہ اب بھی چاہیے تو دکان سے رابطہ کریں۔',
    cancelled: 'اس نمبر پر کوئی پارسل نہیں پہنچایا جائے گا۔ اگر آپ کو اس کی توقع نہیں تھی تو دکان سے رابطہ کریں۔',
    events: 'اب تک کیا ہوا',
    noProgress: 'ابھی کوئی پیش رفت نہیں',
    earlierEvents: (count) => `پہلے کی ${count} ${count === 1 ? 'اطلاع' : 'اطلاعات'} دیکھیں`,
    today: 'آج',
    yesterday: 'گزشتہ کل',
    details: 'آپ کا آرڈر',
    trackingNumber: 'ٹریکنگ نمبر',
    order: 'آرڈر',
    courier: 'کوریئر',
    destination: 'شہر',
    name: 'نام',
    phone: 'فون',
    nameAndPhone: 'نام اور فون',
    erased: 'آپ کی رازداری کے لیے ہٹا دیے گئے',
    bookedOn: 'بُکنگ',
    help: 'آرڈر کے بارے میں کوئی سوال؟ رابطہ کریں:',
    call: 'فون کریں',
    write: 'لکھیں',
    whatsApp: 'واٹس ایپ',
    whatsAppText: (number) => `السلام علیکم، میرے پارسل ${number} کے بارے میں ایک سوال ہے۔`,
    share: 'یہ صفحہ شیئر کریں',
    shareText: (shop) => `\u2068${shop}\u2069 کا پارسل یہاں ٹریک کریں:`,
    shareOnWhatsApp: 'واٹس ایپ پر شیئر کریں',
    copyLink: 'لنک کاپی کریں',
    copied: 'لنک کاپی ہو گیا',
    trackTitle: customerMailPhrases.ur.track,
    trackHint: 'دکان کا بھیجا ہوا ٹریکنگ نمبر لکھیں۔',
    numberOnly: 'صرف ٹریکنگ نمبر لکھیں، زیادہ سے زیادہ 50 حروف۔',
    track: 'ٹریک کریں',
    whichCourier: 'آپ کا پارسل کس کوریئر کے پاس ہے؟',
    severalCouriers: (number) =>
      `نمبر ${number} ایک سے زیادہ کوریئر استعمال کرتے ہیں۔ وہ کوریئر منتخب کریں جو دکان نے بتایا ہے۔`,
    errorTitle: 'خرابی پیش آ گئی!',
    errorText: 'آپ کا آرڈر ٹریک کرتے ہوئے کوئی مسئلہ پیش آ گیا۔ براہِ کرم کچھ دیر بعد دوبارہ کوشش کریں۔',
    notFound: (number) => `ہمیں ${number} نمبر کا کوئی پارسل نہیں ملا۔ دکان کے بھیجے ہوئے نمبر سے ملا کر دیکھیں۔`,
    tryAgain: 'دوبارہ کوشش کریں',
  },
};
