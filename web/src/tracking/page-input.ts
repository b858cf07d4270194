import type { ReplyOf } from '@courierdesk/contract/endpoint';
import type { trackOrderPublic } from '@courierdesk/contract/public-tracking';
import type { Lang } from './texts.ts';

export type PublicTracking = ReplyOf<typeof trackOrderPublic>;

/** The server's input for the page. `now` is an ISO instant; `number` comes from the URL. */
export type TrackingPageInput =
  | { kind: 'found'; tracking: PublicTracking; now: string; lang: Lang; number: string }
  | { kind: FailedKind; number: string; lang: Lang }
  | { kind: 'no-number'; lang: Lang };

/** `too-often`: too many requests from this address. */
export type FailedKind = 'not-found' | 'too-often' | 'error';
