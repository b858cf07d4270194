import { contrastOf } from '@courierdesk/contract/colours';
import { expect, it } from 'vitest';
import { renderTracking } from './entry.tsx';
import type { PublicTracking } from './page-input.ts';

const aParcel = (order: Partial<PublicTracking['order']> = {}, headline = 'On its way to Lahore'): PublicTracking => ({
  company: 'LEOPARD',
  order: {
    track_number: 'LE7530012345',
    booking_date: '2026-11-17T09:12:00Z',
    consignee_name: 'Ayesha K.',
    customer_phone: '••• 567',
    destination: 'LAHORE',
    current_status: 2,
    current_courier_status: 'Dispatched',
    details: [
      {
        status_message: 'Arrived at Station',
        name: 'LAHORE',
        status_date: '2026-11-19T19:30:00Z',
        english: 'Arrived at a courier centre',
        urdu: 'پارسل کوریئر کے مرکز پہنچ گیا',
      },
      { status_message: 'Sorted by hand', name: 'KARACHI', status_date: '2026-11-19T14:40:00Z', english: '', urdu: '' },
    ],
    status: 'INPROCESS',
    final: false,
    trouble: null,
    expected_date: null,
    expected_delivery: { from: '2026-11-24', to: '2026-11-26', by: 'history', late: false },
    ...order,
  },
  order_name: '#1042',
  store: 'Chenab Cotton',
  domain: 'chenab-cotton.myshopify.com',
  customer_erased: false,
  headline,
  delivered_at: null,
  check: { failed: false, at: '2026-11-20T09:00:00Z' },
  cod_due: 2450,
  shop: {
    name: 'Chenab Cotton',
    help_phone: '0300 1234567',
    help_email: '',
    help_whatsapp: '923001234567',
    time_zone: 'Asia/Karachi',
    logo: null,
    colour: '#0b6365',
    language: 'browser',
  },
});

function lookingLike(look: Partial<PublicTracking['shop']>): PublicTracking {
  const parcel = aParcel();
  return { ...parcel, shop: { ...parcel.shop, ...look } };
}

const page = (tracking: PublicTracking, lang: 'en' | 'ur' = 'en', now = '2026-11-20T05:20:00Z'): string =>
  renderTracking({
    kind: 'found',
    tracking,
    now,
    lang,
    number: tracking.order.track_number,
    link: 'https://track.example/track/LE7530012345?k=a-b_c',
  });

const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(' ,', ',');

/** The address that the button "Try again" opens, and the query that it sends. */
function triedAgain(html: string) {
  const [, address, fields = ''] = /<form action="([^"]*)" method="get">(.*?)<button[^>]*>Try again</.exec(html) ?? [];
  const inputs = fields.matchAll(/name="([^"]*)" value="([^"]*)"/g);
  return { address, fields: Object.fromEntries([...inputs].map(([, name, value]) => [name, value])) };
}

it.each([
  ['en', 'Track your parcel'],
  ['ur', 'اپنا پارسل ٹریک کریں'],
] as const)('the public tracking page without a number offers a form to enter one, in %s', (lang, title) => {
  const html = renderTracking({ kind: 'no-number', lang });
  expect(textOf(html)).toContain(title);
  expect(html).toMatch(/<form[^>]*action="\/track"/);
  expect(html).toMatch(/<input[^>]*name="number"/);
  expect(html).toContain(`name="lang" value="${lang}"`);
});

it.each([
  ['2026-11-20T05:20:00Z', 'Good Morning'],
  ['2026-11-20T07:30:00Z', 'Good Noon'],
  ['2026-11-20T10:00:00Z', 'Good Afternoon'],
  ['2026-11-20T15:00:00Z', 'Good Evening'],
])('the public tracking page at %s greets with %s, by the clock of the shop', (now, greeting) => {
  expect(textOf(page(aParcel(), 'en', now))).toContain(`Dear Ayesha K., ${greeting}`);
});

it('the public tracking page of an erased customer says that their details were removed, and greets without a name', () => {
  const erased = { ...aParcel({ consignee_name: '', customer_phone: '' }), customer_erased: true };
  expect(textOf(page(erased))).toContain('Name and phone Removed for your privacy');
  expect(textOf(page(erased))).toContain('Good Morning On its way to Lahore');
  expect(textOf(page(erased))).not.toContain('Dear');
  expect(textOf(page(erased, 'ur'))).toContain('آپ کی رازداری کے لیے ہٹا دیے گئے');
});

it.each([
  ['FULFILLED', 'Sent with Trax', 'آپ کا پارسل \u2068Trax\u2069 کے ذریعے بھیج دیا گیا ہے'],
  ['FULFILLED', 'Booked, waiting to be picked up', 'آپ کا پارسل بُک ہو چکا ہے اور روانگی کا منتظر ہے'],
  ['INPROCESS', 'On its way', 'آپ کا پارسل راستے میں ہے'],
  ['INPROCESS', 'Out for delivery today', 'آپ کا پارسل آج آپ تک پہنچانے کے لیے نکل چکا ہے'],
  ['DELIVERED', 'Delivered', 'آپ کا پارسل پہنچا دیا گیا ہے'],
] as const)(
  'the public tracking page says in Urdu of a parcel without a city that is %s: %s',
  (status, headline, urdu) => {
    const parcel = { ...aParcel({ status, destination: '' }, headline), company: 'Trax' };
    expect(textOf(page(parcel, 'ur'))).toContain(urdu);
  },
);

it('the public tracking page greets without a name when the order has none that may be shown', () => {
  const text = textOf(page(aParcel({ consignee_name: '' })));
  expect(text).toContain('Good Morning On its way to Lahore');
  expect(text).not.toContain('Dear');
});

it('the public tracking page says in one sentence where the parcel is, and when it is expected', () => {
  const text = textOf(page(aParcel()));
  expect(text).toContain('On its way to Lahore');
  expect(text).toContain('Expected: Tuesday 24 to Thursday 26 November Estimated from earlier deliveries');
  expect(textOf(page(aParcel(), 'ur'))).toContain('متوقع آمد: منگل 24 تا جمعرات 26 نومبر');
});

it.each([
  [
    { from: '2026-11-20', to: '2026-11-22', by: 'history', late: false },
    'Expected by Sunday 22 November',
    'اتوار 22 نومبر تک',
  ],
  [{ from: '2026-11-20', to: '2026-11-20', by: 'history', late: false }, 'Expected today', 'آج'],
  [
    { from: '2026-11-21', to: '2026-11-21', by: 'courier', late: false },
    'Expected: Saturday 21 November',
    'ہفتہ 21 نومبر',
  ],
  [
    { from: '2026-11-17', to: '2026-11-18', by: 'history', late: true },
    'It is taking longer than usual.',
    'معمول سے زیادہ',
  ],
  [
    { from: '2026-11-18', to: '2026-11-18', by: 'courier', late: true },
    'expected it on Wednesday 18 November',
    'بدھ 18 نومبر',
  ],
] as const)('the public tracking page with %o says "%s"', (expected_delivery, english, urdu) => {
  expect(textOf(page(aParcel({ expected_delivery })))).toContain(english);
  expect(textOf(page(aParcel({ expected_delivery }), 'ur'))).toContain(urdu);
});

it('the public tracking page says nothing of days that nobody knows', () => {
  expect(textOf(page(aParcel({ expected_delivery: null })))).not.toMatch(/expected|longer than usual/i);
});

it('the public tracking page shows events under the days of the shop, newest first', () => {
  const text = textOf(page(aParcel()));
  expect(text).toMatch(
    /Today, Friday, November 20, 2026.*12:30 AM.*Arrived at a courier centre.*Yesterday, Thursday, November 19, 2026.*07:40 PM.*Sorted by hand/,
  );
});

it('the public tracking page says No Progress when the courier has no events yet', () => {
  expect(textOf(page(aParcel({ details: [], status: 'FULFILLED', current_status: 1 })))).toContain('No Progress');
});

it.each([
  [{ status: 'FULFILLED', current_status: 1 }, ['current', 'inactive', 'inactive'], 'Delivered'],
  [{ status: 'INPROCESS', current_status: 2 }, ['done', 'current', 'inactive'], 'Delivered'],
  [{ status: 'DELIVERED', current_status: 3 }, ['done', 'done', 'current'], 'Delivered'],
  [{ status: 'CANCELLED', current_status: 4 }, ['done', 'inactive', 'inactive', 'current'], 'Cancelled'],
  [{ status: 'RTS', current_status: 2 }, ['done', 'current', 'inactive', 'inactive'], 'Returned'],
] as const)(
  'shows the steps of %o, ends with one "Delivered", and shows "Cancelled" only for a cancelled parcel',
  (order, states, last) => {
    const html = page(aParcel(order, 'Where it is'));
    expect([...html.matchAll(/class="step (\w+)/g)].map(([, state]) => state)).toEqual(states);
    const list = textOf(/<ol class="steps".*?<\/ol>/.exec(html)?.[0] ?? '');
    expect(list.trim().endsWith(last)).toBe(true);
    expect(list.includes('Cancelled')).toBe(order.status === 'CANCELLED');
  },
);

it('the public tracking page says how much cash to keep ready, and nothing once nothing is due', () => {
  expect(textOf(page(aParcel()))).toContain('Please keep Rs 2,450 in cash ready for the courier.');
  expect(textOf(page(aParcel(), 'ur'))).toContain('Rs 2,450');
  expect(textOf(page({ ...aParcel(), cod_due: 0 }))).not.toContain('cash');
});

it('the public tracking page leads to the WhatsApp of the shop with the number of the parcel', () => {
  expect(page(aParcel())).toContain(
    'href="https://wa.me/923001234567?text=Hello%2C%20I%20have%20a%20question%20about%20my%20parcel%20LE7530012345."',
  );
  const without = aParcel();
  expect(page({ ...without, shop: { ...without.shop, help_whatsapp: '' } })).not.toContain('wa.me/9');
});

it('the public tracking page says what the receiver of a parcel that is on its way back can do', () => {
  const text = textOf(page(aParcel({ status: 'RTS' }, 'On its way back to the shop')));
  expect(text).toContain('If you still want it, contact the shop now.');
});

it.each([
  ['attempted', 'The courier tried to deliver it and could not.', 'کوریئر نے پارسل پہنچانے کی کوشش کی'],
  ['held', 'The courier holds it until it hears from you or the shop.', 'روک رکھا ہے'],
  ['return-next', 'The courier is about to take it back.', 'واپس لے جانے والا ہے'],
] as const)('the public tracking page tells the receiver of a parcel that is %s', (trouble, english, urdu) => {
  expect(textOf(page(aParcel({ trouble })))).toContain(english);
  expect(textOf(page(aParcel({ trouble }), 'ur'))).toContain(urdu);
});

it('the public tracking page is written from right to left in Urdu, with nothing fixed left in English', () => {
  const html = page(aParcel(), 'ur');
  expect(html).toContain('<html lang="ur" dir="rtl">');
  expect(textOf(html)).not.toMatch(/Dear|Good|Booked|On its way|Expected|Today|Contact|Estimated/);
  expect(html).toContain('href="?lang=en"');
});

it('the public tracking page says known words of the courier plainly in English, and shows them small', () => {
  const html = page(aParcel());
  expect(html).toContain('<span class="what">Arrived at a courier centre</span>');
  expect(html).toContain('<small class="words">Arrived at Station</small>');
  expect(html).toContain('<bdi class="what" lang="en">Sorted by hand</bdi>');
  expect(html).not.toContain('<small class="words">Sorted by hand</small>');
});

it('the public tracking page says when a parcel was delivered', () => {
  const delivered = { ...aParcel({ status: 'DELIVERED', current_status: 3 }), delivered_at: '2026-11-19T10:04:00Z' };
  expect(textOf(page(delivered))).toContain('Thursday, November 19, 2026, 03:04 PM');
});

it('the public tracking page says known words of the courier in Urdu, and marks other words as English', () => {
  const html = page(aParcel(), 'ur');
  expect(html).toContain('<span class="what">پارسل کوریئر کے مرکز پہنچ گیا</span>');
  expect(html).not.toContain('Arrived at Station');
  expect(html).toContain('<bdi class="what" lang="en">Sorted by hand</bdi>');
});

it('the public tracking page shows the newest eight events, and the earlier ones on request', () => {
  const details = Array.from({ length: 11 }, (_, n) => ({
    status_message: `Scan ${11 - n}`,
    name: '',
    status_date: new Date(Date.UTC(2026, 10, 19, 12) - n * 3_600_000).toISOString(),
    english: '',
    urdu: '',
  }));
  const [shown = '', folded = ''] = page(aParcel({ details })).split('<details>');
  expect(textOf(shown)).toContain('Scan 4');
  expect(textOf(shown)).not.toContain('Scan 3 ');
  expect(textOf(folded)).toMatch(/^ ?Show 3 earlier updates.*Scan 3.*Scan 1/);
  const oneEarlier = aParcel({ details: details.slice(0, 9) });
  expect(textOf(page(oneEarlier))).toContain('Show 1 earlier update ');
  expect(textOf(page(oneEarlier, 'ur'))).toContain('پہلے کی 1 اطلاع دیکھیں');
  expect(page(aParcel({ details: details.slice(0, 8) }))).not.toContain('<details>');
});

it('the public tracking page shows the name of the shop and its first letter, or its logo', () => {
  expect(textOf(page(aParcel()))).toContain('C Chenab Cotton');
  const logo = { url: '/logos/1-2.png', width: 400, height: 100 };
  const html = page(lookingLike({ logo }));
  expect(html).toContain('<img class="picture" src="/logos/1-2.png" width="400" height="100" alt="Chenab Cotton"/>');
  expect(html).not.toContain('class="logo"');
});

it('the public tracking page has the colour of the shop, in shades that can be read in light and in dark', () => {
  expect(page(aParcel())).not.toContain('--brand');
  const [, light = '', dark = ''] =
    /style="--brand:#7a1f5c;--brand-on-light:(#\w{6});--brand-on-dark:(#\w{6})"/.exec(
      page(lookingLike({ colour: '#7a1f5c' })),
    ) ?? [];
  expect(contrastOf(light, '#f7f8f9')).toBeGreaterThanOrEqual(4.5);
  expect(contrastOf(dark, '#181a1e')).toBeGreaterThanOrEqual(4.5);
});

it('the public tracking page offers to share its link, on WhatsApp also without JavaScript', () => {
  const html = page(aParcel());
  const message = 'Track the parcel from Chenab Cotton:\nhttps://track.example/track/LE7530012345?k=a-b_c';
  expect(html).toContain(`href="https://wa.me/?text=${encodeURIComponent(message)}"`);
  expect(html.match(/<button[^>]*>/g)).toEqual([
    expect.stringContaining(' hidden='),
    expect.stringContaining(' hidden='),
  ]);
});

it('the public tracking page carries one script and one stylesheet of its own, and nothing inline', () => {
  const html = page(aParcel());
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).toContain('defer=""></script>');
  expect(html).not.toContain('<style');
  expect(html.match(/rel="stylesheet"/g)).toHaveLength(1);
});

it.each([
  ['en', 420, 'Too many tracking numbers were tried from your connection. Try again in 7 minutes'],
  ['en', 45, 'Try again in 45 seconds, or open the link that the shop sent you.'],
  ['ur', 420, '7 منٹ بعد دوبارہ کوشش کریں'],
  ['ur', 45, '45 سیکنڈ بعد دوبارہ کوشش کریں'],
] as const)(
  'the public tracking page says in words (%s) when to try again after too many tries',
  (lang, seconds, words) => {
    const html = renderTracking({ kind: 'too-often', number: 'LE7512345678', lang, seconds });
    expect(textOf(html)).toContain(words);
  },
);

it('the public tracking page keeps the key of the link that the shop sent', () => {
  const html = renderTracking({ kind: 'error', number: 'LE7512345678', lang: 'en', key: 'a-b_c' });
  expect(html).toContain('href="?k=a-b_c&amp;lang=ur"');
  expect(triedAgain(html)).toEqual({ address: '/track/LE7512345678', fields: { k: 'a-b_c', lang: 'en' } });
});

it.each([
  ['en', 'Which courier has your parcel?', 'ur'],
  ['ur', 'آپ کا پارسل کس کوریئر کے پاس ہے؟', 'en'],
] as const)(
  'the public tracking page asks in %s which of several couriers has the parcel, and leads to it',
  (lang, title, otherLang) => {
    const html = renderTracking({
      kind: 'which-courier',
      number: '7512345678',
      key: 'a-b_c',
      lang,
      couriers: ['MNP', 'Swyft & <b>Co'],
    });
    expect(textOf(html)).toContain(title);
    expect(textOf(html)).toContain('7512345678');
    expect(html).toContain(`href="?k=a-b_c&amp;courier=MNP&amp;lang=${lang}"><bdi>M&amp;P</bdi>`);
    expect(html).toContain(
      `href="?k=a-b_c&amp;courier=Swyft+%26+%3Cb%3ECo&amp;lang=${lang}"><bdi>Swyft &amp; &lt;b&gt;Co`,
    );
    expect(html).toContain(`href="?k=a-b_c&amp;lang=${otherLang}"`);
  },
);

it('the public tracking page keeps the chosen courier when the language changes or it is tried again', () => {
  const html = renderTracking({ kind: 'error', number: '7512345678', lang: 'en', courier: 'M&P' });
  expect(html).toContain('href="?courier=M%26P&amp;lang=ur"');
  expect(triedAgain(html)).toEqual({ address: '/track/7512345678', fields: { courier: 'M&amp;P', lang: 'en' } });
});

it('the public tracking page offers to correct a number that was not found', () => {
  const html = renderTracking({ kind: 'not-found', number: 'LE7512345679', lang: 'en' });
  expect(html).toMatch(/<form[^>]*action="\/track"[^>]*>.*<input[^>]*name="number"[^>]*value="LE7512345679"/);
  expect(renderTracking({ kind: 'error', number: 'LE7512345679', lang: 'en' })).not.toContain('name="number"');
});

it('the public tracking page offers to try again when it fails, with the number kept and harmless', () => {
  const html = renderTracking({ kind: 'not-found', number: '<b>"7/5', lang: 'en' });
  expect(textOf(html)).toContain('Error occurred! Something went wrong while tracking your order.');
  expect(triedAgain(html)).toEqual({ address: '/track/%3Cb%3E%227%2F5', fields: { lang: 'en' } });
  expect(html).not.toContain('<b>');
});
