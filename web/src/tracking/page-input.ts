import type { ReplyOf } from '@courierdesk/contract/endpoint';
import type { trackOrderPublic } from '@courierdesk/contract/public-tracking';
import type { Lang } from './texts.ts';

export type PublicTracking = ReplyOf<typeof trackOrderPublic>;

/** What the server gives the page to show. `now` is an ISO instant; `number` is what stands in the address. */
export type TrackingPageInput =
  | { kind: 'found'; tracking: PublicTracking; now: string; lang: Lang; number: string }
  | { kind: FailedKind; number: string; lang: Lang }
  | { kind: 'no-number'; lang: Lang };

/** `too-often`: more looks from this address than are answered at once. */
export type FailedKind = 'not-found' | 'too-often' | 'error';
