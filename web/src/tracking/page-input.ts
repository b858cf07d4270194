import type { ReplyOf } from '@courierdesk/contract/endpoint';
import type { trackOrderPublic } from '@courierdesk/contract/public-tracking';
import type { Lang } from './texts.ts';

export type PublicTracking = ReplyOf<typeof trackOrderPublic>;

export type Asked = {
  /** From the URL. */
  readonly number: string;
  /** Of the link that the shop sent. */
  readonly key?: string | undefined;
  /** The one that the visitor chose, of several that use the number. */
  readonly courier?: string | undefined;
  readonly lang: Lang;
};

/** The server's input for the page. `link` is the whole address to share. `now` is an ISO instant; `seconds` are until the next try. */
export type TrackingPageInput =
  | (Asked & { kind: 'found'; tracking: PublicTracking; now: string; link: string })
  | (Asked & { kind: 'which-courier'; couriers: readonly string[] })
  | (Asked & { kind: 'not-found' | 'error' })
  | (Asked & { kind: 'too-often'; seconds: number })
  | { kind: 'no-number'; lang: Lang };
