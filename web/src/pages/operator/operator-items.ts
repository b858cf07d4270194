import type { PastLease, StuckWork } from '@courierdesk/contract/operator';
import { releaseLease, runStuckWork } from '../../api/operator.ts';
import { countText } from '@courierdesk/contract/count-text';

/** What a button does after it was confirmed. */
export type Action = {
  readonly label: string;
  /** What it is done to. */
  readonly subject: string;
  readonly effect: string;
  /** Returns what to say. */
  readonly go: () => Promise<string>;
};

export type Item = {
  readonly key: string;
  readonly title: string;
  readonly shop: string | undefined;
  readonly since: string;
  readonly tries: number;
  readonly advice: string;
  /** Where the server's documents say more. */
  readonly source: string;
  readonly action?: Action;
};

type Described = Pick<Item, 'title' | 'advice' | 'source'> & { action?: Pick<Action, 'label' | 'effect'> };

export function stuckItem(work: StuckWork): Item {
  const { action, ...described } = describeStuck(work);
  const { what, shop, id } = work;
  return {
    ...described,
    ...facts(work),
    since: work.since,
    tries: work.tries,
    ...(action &&
      what !== 'webhooks-given-up' && {
        action: {
          ...action,
          subject: subjectOf(described, work),
          go: () => runStuckWork({ what, shop_id: shop?.id ?? null, id }),
        },
      }),
  };
}

export function leaseItem(lease: PastLease): Item {
  const { action, ...described } = describeLease(lease);
  const { what, shop, id } = lease;
  return {
    ...described,
    ...facts(lease),
    since: lease.until,
    tries: 0,
    ...(action &&
      what !== 'job' &&
      shop && {
        action: {
          ...action,
          subject: subjectOf(described, lease),
          go: () => releaseLease({ what, shop_id: shop.id, id }),
        },
      }),
  };
}

const facts = ({ what, shop, id }: StuckWork | PastLease): Pick<Item, 'key' | 'shop'> => ({
  key: `${what} ${shop?.id ?? ''} ${id}`,
  shop: shop?.domain,
});

const subjectOf = ({ title }: Described, { shop }: StuckWork | PastLease): string =>
  shop ? `${title}, ${shop.domain}` : title;

const now = (label: string, effect: string) => ({ label, effect });

function describeStuck({ what, label, count }: StuckWork): Described {
  switch (what) {
    case 'uncertain-booking':
      return {
        title: `Uncertain booking ${label}`,
        advice:
          'The courier may have booked it. The order stays locked while we look for it, so nothing is booked twice. If the courier does not answer for hours, contact its support.',
        source: 'docs/operations.md, “Bookings are uncertain”',
        action: now(
          'Look it up now',
          'We ask the courier for this booking now instead of at the next planned time. Nothing is booked.',
        ),
      };
    case 'legal-request':
      return {
        title: `${label === 'app/uninstalled' ? 'Uninstall' : 'Privacy request'} (${label})`,
        advice: 'It is tried every half hour. The log line “could not process webhooks” has the error.',
        source: 'docs/operations.md, “A privacy request or uninstall is not done”',
        action: now('Try it now', 'The request is tried now instead of within half an hour.'),
      };
    case 'stopped-store-updates':
      return describeStopped(label, count);
    case 'late-store-updates':
      return {
        title: `${countText(count, 'store update fails', 'store updates fail')} again and again`,
        advice: 'The store does not respond. Each update is tried again after 5 seconds to an hour.',
        source: 'docs/operations.md, “Stores do not learn of bookings”',
        action: now(
          'Try now',
          'We read each order in the store and send what is missing, now instead of at the next planned time.',
        ),
      };
    case 'job':
      return {
        title: `Job “${label}” fails`,
        advice: 'It runs again after at most five minutes. The log line “job failed and will run again” has the error.',
        source: 'docs/operations.md, “A kind of job fails or waits”',
        action: now('Run it now', 'The job runs now instead of at its next planned time.'),
      };
    case 'scheduled-job':
      return {
        title: `Scheduled job “${label}” failed`,
        advice: 'It runs again at its next time. The log has the error.',
        source: 'docs/operations.md, “A scheduled job is late”',
        action: now('Run it now', 'The job runs now instead of at its next time.'),
      };
    case 'webhooks-given-up':
      return {
        title: `${countText(count, 'webhook was', 'webhooks were')} given up`,
        advice: 'The changes of the store are read again every 15 minutes. The log has topic and error.',
        source: 'docs/operations.md, “Webhooks were given up”',
      };
  }
}

function describeStopped(label: string, count: number): Described {
  const source = 'docs/operations.md, “Stores do not learn of bookings”';
  switch (label) {
    case 'conflict':
      return {
        title: `${countText(count, 'store update', 'store updates')} in conflict with the store`,
        advice: 'The order was changed or cancelled in the store. Staff decide under Needs attention.',
        source,
      };
    case 'out-of-reach':
      return {
        title: `${countText(count, 'store update', 'store updates')} out of reach`,
        advice: 'The store hides the order from us, or it was deleted. There is nothing to do.',
        source,
      };
    default:
      return {
        title: `${countText(count, 'store update', 'store updates')} refused`,
        advice: 'Staff see each under Needs attention. Try again when the cause is fixed.',
        source,
        action: now('Try again', 'We read each refused order in the store and send what is missing.'),
      };
  }
}

const continued = 'Another process continues it within a minute. If it stays here, no worker runs.';

function describeLease({ what, label }: PastLease): Described {
  const source = 'docs/operations.md, “Work grows”';
  switch (what) {
    case 'booking':
      return {
        title: `Booking of ${label}`,
        advice: 'Its process stopped in the middle. A worker ends it within seconds. If it stays here, no worker runs.',
        source,
        action: {
          label: 'Release it',
          effect:
            'If the courier was not asked, the order is free to book again. Otherwise the order stays locked, and we look for the booking at the courier.',
        },
      };
    case 'store-update':
      return {
        title: `Store update of ${label}`,
        advice: continued,
        source,
        action: { label: 'Release it', effect: 'We read the order in the store and send what is missing.' },
      };
    case 'store-read':
      return {
        title: 'Reading the orders of the store',
        advice: continued,
        source,
        action: { label: 'Release it', effect: 'Reading continues where it stopped.' },
      };
    case 'job':
      return {
        title: `Job “${label}”`,
        advice:
          'Its process stopped in the middle. A worker takes it over within ten seconds. If it stays here, no worker runs.',
        source,
      };
  }
}
