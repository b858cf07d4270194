import { countText, formatCount } from '../values/count-text.ts';
import { courierName } from '../values/companies.ts';
import { formatRupees } from '../values/money.ts';
import { AuditGroup } from './audit-groups.ts';
import { rememberedDays } from './two-factor.ts';

/** What else is known about an event: numbers, names of files, how it was done. No secrets, no personal data. */
export type AuditFacts = Readonly<Record<string, unknown>>;

/** The value of one field before and after. */
export type AuditChange = { readonly before: unknown; readonly after: unknown };
export type AuditChanges = Readonly<Record<string, AuditChange>>;

type Recorded = { readonly subject: string; readonly facts: AuditFacts; readonly changes: AuditChanges };

/** Continues a sentence that begins with the name of who did it. */
type Sentence = (event: Recorded) => string;

/** Every action that is recorded, with its sentence. A new action is added here. */
const sentences = {
  bookings: {
    'shipment.claim': ({ subject, facts }) => `asked to book ${subject}${text(' with ', facts.account_name)}`,
    'shipment.booked': ({ subject, facts }) => bookedSentence(subject, facts),
    'shipment.cod-changed': ({ subject, facts }) =>
      `changed the COD of ${subject} from ${rupees(facts.calculated)} to ${rupees(facts.booked)}`,
    'shipment.not-booked': inRecordedWords,
    'shipment.uncertain': inRecordedWords,
    'shipment.interrupted': inRecordedWords,
    'shipment.several-found': inRecordedWords,
    'shipment.not-found': inRecordedWords,
    'shipment.found-late': inRecordedWords,
    'shipment.import': ({ subject, facts }) =>
      `imported ${subject}, booked elsewhere${text(' with ', courier(facts.company))}`,
    'shipment.cancel': ({ subject }) => `asked to cancel the booking of ${subject}`,
    'shipment.cancelled': inRecordedWords,
    'shipment.cancel-refused': inRecordedWords,
    'shipment.not-cancelled': inRecordedWords,
    'shipment.cancelled-by-courier': inRecordedWords,
    'shipment.voided': inRecordedWords,
    'shipment.tracking-stopped': inRecordedWords,
    'shipment.confirm-cancelled': ({ subject }) => `confirmed that the courier cancelled ${subject}`,
    'shipment.keep-booking': ({ subject }) => `kept the booking of ${subject}: the courier did not cancel it`,
    'shipment.delete': ({ subject }) => `deleted the booking of ${subject}`,
    'shipment.release': ({ subject }) => `unlocked ${subject}: not found at the courier`,
    'shipment.cancel-when-found': ({ subject, facts }) =>
      facts.wanted ? `chose to cancel ${subject} when it is found` : `chose to keep ${subject} when it is found`,
    'shipment.keep-late': ({ subject, facts }) =>
      `kept the late consignment${text(' ', facts.tracking_number)} of ${subject}`,
    'shipment.cancel-late': ({ subject, facts }) =>
      `cancelled the late consignment${text(' ', facts.tracking_number)} of ${subject}`,
    'shipment.return-received': ({ subject }) => `marked the return of ${subject} as received`,
    'shipment.cod-taken': ({ subject }) => `took the courier’s amount to collect for ${subject}`,
    'shipment.delivered': ({ subject }) => `decided that ${subject} was delivered after all`,
    'shipment.dismiss': ({ subject, facts }) => `dismissed a case of ${subject}${text(': ', words(facts.kind))}`,
    'shipment.retry-store': ({ subject }) => `retried the store update of ${subject}`,
    'store-order.changed-after-booking': ({ subject, facts }) =>
      `changed ${subject} after booking${text(': ', list(facts.fields))}`,
    'store-order.deleted': ({ subject }) => `deleted ${subject} in the store`,
    'store-orders.account-assigned': ({ subject, facts }) =>
      subject
        ? `assigned ${subject} to ${count(facts.orders, 'store order')}`
        : `removed the courier account of ${count(facts.orders, 'store order')}`,
    'batch.created': ({ subject, facts }) => `created ${subject}${text(' with ', count(facts.orders, 'order'))}`,
    'batch.edited': ({ subject, facts }) =>
      `edited ${count(facts.rows, 'order')} of ${subject}${text(': ', list(facts.cells))}`,
    'batch.booked': ({ subject, facts }) => `sent ${count(facts.orders, 'order')} of ${subject} for booking`,
    'batch.retried': ({ subject, facts }) => `retried ${count(facts.orders, 'order')} of ${subject}`,
    'batch.confirmed-store': ({ subject, facts }) =>
      `took the store’s values for ${count(facts.orders, 'order')} of ${subject}`,
    'batch.confirmed-row': ({ subject, facts }) => `kept the values of ${count(facts.orders, 'order')} of ${subject}`,
    'batch.stopped': ({ subject, facts }) => `stopped ${count(facts.orders, 'order')} of ${subject}`,
    'batch.deleted': ({ subject }) => `deleted ${subject}`,
    'comparison.started': () => 'asked to compare the store and the couriers',
    'difference.repair-asked': ({ subject, facts }) => `asked to repair ${subject}${text(': ', facts.what)}`,
    'difference.repaired': ({ subject, facts }) => `repaired ${subject}${text(': ', facts.what)}`,
    'difference.repair-failed': ({ subject, facts }) => `could not repair ${subject}${text(': ', facts.why)}`,
    'difference.dismissed': ({ subject, facts }) => `dismissed a difference of ${subject}${text(': ', facts.reason)}`,
    'difference.reopened': ({ subject }) => `opened a dismissed difference of ${subject} again`,
    'shipment-task.cancel': ({ facts }) => `asked to cancel ${count(facts.parcels, 'booking')}`,
    'shipment-task.track': ({ facts }) => `asked to track ${count(facts.parcels, 'parcel')}`,
    'shipment-task.retry': ({ subject }) => `retried the failed parcels of ${subject}`,
    'shipment-task.stop': ({ subject }) => `stopped ${subject}`,
    'shipment-task.put-away': ({ subject }) => `hid ${subject}`,
  },
  documents: {
    'customer.emailed': ({ subject }) => `emailed the tracking link of ${subject} to the customer`,
    'labels.printed': ({ facts }) =>
      `made a file with ${facts.kind === 'packing-slip' ? count(facts.parcels, 'packing slip') : count(facts.parcels, 'label')}`,
    'labels.downloaded': ({ facts }) =>
      `downloaded ${facts.kind === 'packing-slip' ? count(facts.parcels, 'packing slip') : count(facts.parcels, 'label')}`,
    'load-sheet.made': ({ subject, facts }) => `created ${subject} with ${count(facts.parcels, 'parcel')}`,
    'load-sheet.printed': ({ subject }) => `printed ${subject}`,
    'load-sheet.handed-over': ({ subject }) => `marked ${subject} as handed over`,
    'load-sheet.taken-back': ({ subject }) => `marked ${subject} as not handed over`,
    'load-sheet.answered': ({ subject, facts }) =>
      facts.outcome === 'made' ? `created its own sheet for ${subject}` : `made no sheet of its own for ${subject}`,
  },
  data: {
    'export.started': ({ subject, facts }) =>
      `started an export of ${count(facts.orders, 'order')}${text(': ', subject)}`,
    'export.made': ({ subject, facts }) => `wrote the export ${subject} with ${count(facts.orders, 'order')}`,
    'export.downloaded': ({ subject, facts }) =>
      `downloaded the export ${subject} with ${count(facts.orders, 'order')}`,
    'export.deleted': ({ subject }) => `deleted the export ${subject}`,
    'orders.downloaded': ({ facts }) => `downloaded ${count(facts.orders, 'order')} as a file`,
    'import.started': ({ subject, facts }) => `imported ${subject}, ${count(facts.rows, 'row')}`,
    'import.done': ({ subject, facts }) =>
      `finished the import ${subject}: ${number(facts.changed)} changed, ${number(facts.failed)} failed`,
    'import.stopped': ({ subject, facts }) => `stopped the import ${subject} after ${count(facts.done, 'row')}`,
    'import.failed-rows-downloaded': ({ subject, facts }) =>
      `downloaded ${count(facts.rows, 'failed row')} of the import ${subject}`,
    'audit.downloaded': ({ facts }) => `downloaded ${count(facts.events, 'event')} of the activity log`,
  },
  users: {
    'user.created': ({ subject }) => `created the user ${subject}`,
    'user.updated': ({ subject, changes }) => `edited the user ${subject}${text(': ', list(Object.keys(changes)))}`,
    'user.restricted': ({ subject }) => `restricted ${subject}`,
    'user.unrestricted': ({ subject }) => `removed the restriction of ${subject}`,
    'user.deleted': ({ subject }) => `deleted the user ${subject}`,
    'user.email-changed': ({ subject }) => `changed the email of ${subject}`,
    'user.email-kept': ({ subject }) =>
      `kept the email of ${subject}, because another user has the one that they have in the store`,
    'user.email-verified': () => 'verified the email address',
    'user.verification-sent': ({ subject }) => `sent ${subject} another verification email`,
    'user.password-changed': ({ subject, facts }) =>
      facts.by === 'owner'
        ? `changed the password of ${subject}`
        : `changed their own password${facts.by === 'mailed-link' ? ' with a link from an email' : ''}`,
    'user.password-reset-requested': ({ subject }) => `sent ${subject} a link to reset the password, as requested`,
    'user.no-longer-owner': ({ subject }) => `ended the ownership of ${subject}`,
    'user.linked-to-store': ({ subject }) => `linked ${subject} to a person of the store`,
  },
  'sign-in': {
    'session.signed-in': ({ facts }) =>
      `signed in${text(' ', signedInBy[String(facts.by)])}${facts.remembered ? ' on a remembered device' : ''}`,
    'session.sign-in-failed': ({ facts }) => `failed to sign in${text(': ', failedSignIn[String(facts.why)])}`,
    'session.signed-out': () => 'signed out',
    'session.ended': ({ facts }) => (facts.device === 'one' ? 'signed out one device' : 'signed out all other devices'),
    'passkey.added': () => 'added a passkey',
    'passkey.removed': () => 'removed a passkey',
    'passkey.renamed': () => 'renamed a passkey',
    'two-factor.turned-on': () => 'turned on two-factor',
    'two-factor.turned-off': () => 'turned off two-factor',
    'two-factor.recovery-codes-renewed': () => 'created new recovery codes',
    'two-factor.device-remembered': () => `remembered a device for ${rememberedDays} days`,
    'two-factor.device-forgotten': ({ facts }) =>
      facts.devices === undefined ? 'forgot a remembered device' : 'forgot all remembered devices',
    'two-factor.reset': ({ subject }) => `reset the two-factor of ${subject}`,
    'two-factor.required': () => 'required two-factor for all staff',
    'two-factor.no-longer-required': () => 'stopped requiring two-factor for staff',
  },
  settings: {
    'settings.saved': ({ changes }) => `changed the settings${text(': ', list(Object.keys(changes)))}`,
    'labels.configured': ({ changes }) => `changed the shipper and labels${text(': ', list(Object.keys(changes)))}`,
    'tracking-page.configured': ({ changes }) => `changed the tracking page${text(': ', list(Object.keys(changes)))}`,
    'old-customers.configured': ({ facts }) =>
      facts.years === null
        ? 'chose to keep customers’ data for ever'
        : `chose to erase customers’ data ${count(facts.years, 'year')} after their parcels ended`,
    'old-customers.erased': ({ facts }) =>
      `erased the customers of ${count(facts.parcels, 'parcel')} that ended${text(' before ', facts.ended_before) || ' long ago'}`,
    'logo.saved': () => 'uploaded a new logo',
    'logo.removed': () => 'removed the logo',
    'customer-mail.saved': ({ subject, changes }) =>
      `changed the customer email “${subject}”${text(': ', list(Object.keys(changes)))}`,
    'customer-mail.tested': ({ subject }) => `sent themselves a test of the customer email “${subject}”`,
    'city-choice.deleted': ({ subject, facts }) => `deleted the city choice “${subject}”${text(' = ', facts.city)}`,
    'booking-rules.saved': ({ facts }) => `saved the courier rules, now ${count(facts.rules, 'rule')}`,
    'order-view.created': ({ subject }) => `saved the view “${subject}”`,
    'order-view.changed': ({ subject }) => `changed the view “${subject}”`,
    'order-view.deleted': ({ subject }) => `deleted the view “${subject}”`,
    'order-view.sorted': () => 'sorted their saved views',
    'checklist.confirmed': () => 'checked weight and pick-up address',
    'checklist.hidden': () => 'hid the checklist of the dashboard',
  },
  accounts: {
    'courier-account.created': ({ subject }) => `added the courier account ${subject}`,
    'courier-account.updated': ({ subject, changes, facts }) =>
      `edited the courier account ${subject}${text(': ', list([...Object.keys(changes), ...listOf(facts.changed)]))}`,
    'courier-push.set-up': ({ subject }) => `turned on status updates of ${subject}`,
    'courier-push.secret-renewed': ({ subject }) => `created a new secret for status updates of ${subject}`,
    'courier-push.ended': ({ subject }) => `turned off status updates of ${subject}`,
  },
  store: {
    'shop.installed': () => 'connected the store',
    'store-import.retried': () => 'retried the import of the store’s orders',
    'shop.uninstalled': () => 'disconnected the store',
    'shop.access-withdrawn': () => 'withdrew our access to the store',
    'shop.reconnect': () => 'began to connect the store again',
    'shop.blocked': () => 'blocked the shop: nobody can sign in, and nothing is booked',
    'shop.unblocked': () => 'unblocked the shop',
    'shop.work-run': ({ subject, facts }) =>
      `ran stuck work now${text(': ', words(facts.work))}${text(' of ', subject)}`,
    'shop.lease-released': ({ subject, facts }) =>
      `released interrupted work${text(': ', words(facts.work))}${text(' of ', subject)}`,
    'shop.exported': () => 'exported all data of the shop',
    'shop.closed': ({ facts }) => `became unavailable to us${text(': ', words(facts.as))}`,
    'shop.reopened': () => 'is available to us again',
    'shop.scopes-changed': () => 'changed what we may do in the store',
    'shop.updated': ({ changes }) => `changed the store’s data${text(': ', list(Object.keys(changes)))}`,
    'subscription.requested': ({ facts }) => `asked for the${text(' ', planName(facts.plan))} plan`,
    'subscription.started': ({ facts }) => `started the${text(' ', planName(facts.plan))} plan`,
    'subscription.cancel-requested': ({ facts }) => `asked to cancel the${text(' ', planName(facts.plan))} plan`,
    'subscription.ended': ({ facts }) => `ended the${text(' ', planName(facts.plan))} plan`,
    'subscription.frozen': ({ facts }) => `paused the${text(' ', planName(facts.plan))} plan: a bill is unpaid`,
    'subscription.resumed': ({ facts }) => `resumed the${text(' ', planName(facts.plan))} plan`,
    'customer.data-requested': ({ facts }) => `asked for a customer’s data of ${count(facts.orders, 'order')}`,
    'customer.erased': ({ facts }) => `had a customer’s data of ${count(facts.orders, 'order')} erased`,
  },
} as const satisfies Record<AuditGroup, Record<string, Sentence>>;

export type AuditAction = { [Group in AuditGroup]: keyof (typeof sentences)[Group] & string }[AuditGroup];

const known = new Map<string, { readonly group: AuditGroup; readonly sentence: Sentence }>(
  AuditGroup.options.flatMap((group) =>
    Object.entries<Sentence>(sentences[group]).map(([action, sentence]) => [action, { group, sentence }] as const),
  ),
);

export const everyAuditAction: readonly string[] = [...known.keys()];

export const auditGroupOf = (action: AuditAction): AuditGroup => known.get(action)?.group ?? 'bookings';

/** `changed the COD of #1042 from Rs 1,200 to Rs 1,350`: follows the name of who did it. */
export const auditSentence = (action: string, event: Recorded): string =>
  known.get(action)?.sentence(event) ?? `${words(action)}${text(': ', event.subject)}`;

const signedInBy: Record<string, string> = { store: 'from the store', switch: 'from another of their shops' };

const failedSignIn: Readonly<Record<string, string>> = {
  password: 'wrong password',
  code: 'wrong code',
  passkey: 'passkey refused',
  restricted: 'this user is restricted',
  unverified: 'the email is not verified',
};

/** The words of the shipment's own history: `noted on #1042: Cancelled at Leopards`. */
function inRecordedWords({ subject, facts }: Recorded): string {
  return `noted on ${subject}${text(': ', facts.what)}`;
}

function bookedSentence(subject: string, facts: AuditFacts): string {
  const at = text(' at ', courier(facts.company));
  if (facts.how === 'person') return `entered${text(' ', facts.tracking_number)} as the tracking number of ${subject}`;
  if (facts.how === 'look-up') return `found ${subject}${at} by its reference${text(': ', facts.tracking_number)}`;
  return `booked ${subject}${text(' with ', courier(facts.company))}${text(': ', facts.tracking_number)}`;
}

const planName = (value: unknown): string =>
  typeof value === 'string' ? value.charAt(0) + value.slice(1).toLowerCase() : '';
const text = (before: string, value: unknown): string =>
  value === undefined || value === null || value === '' ? '' : `${before}${String(value)}`;
const words = (value: unknown): string => (typeof value === 'string' ? value.replaceAll(/[-_.]/g, ' ') : '');
const courier = (value: unknown): string => (typeof value === 'string' ? courierName(value) : '');
const rupees = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? formatRupees(value) : 'none';
const number = (value: unknown): string => formatCount(Number(value ?? 0));
const count = (value: unknown, unit: string): string => countText(Number(value ?? 0), unit);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const list = (value: unknown): string => [...new Set(listOf(value).map((one) => words(String(one))))].join(', ');
