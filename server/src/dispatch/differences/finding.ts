import type { AttentionKind } from '@courierdesk/contract/attention';
import type { DifferenceKind, DifferenceRepairKind } from '@courierdesk/contract/difference-kinds';

/** A difference as a comparison finds it. */
export type Finding = {
  readonly kind: DifferenceKind;
  /** Unique within the kind. */
  readonly subject: string;
  readonly shipmentId?: string;
  readonly storeOrderId?: string;
  readonly accountId?: string;
  readonly company: string;
  readonly orderName: string;
  readonly trackingNumber: string | null;
  readonly storeSays: string;
  readonly courierSays: string;
  readonly weSay: string;
  readonly repair: DifferenceRepairKind;
  readonly detail: FindingDetail;
  /** Open cases of these kinds are about the same thing. */
  readonly caseKinds: readonly AttentionKind[];
  /** Someone dismissed the same thing in Needs attention. */
  readonly dismissedBy?: string;
};

type FindingDetail = {
  /** A dismissed difference opens again when this changes. */
  readonly facts: string;
  /** For `fulfilled-without-parcel`: the platform's ids. */
  readonly platformOrderId?: string;
  readonly fulfilmentId?: string;
  /** For `unknown-consignment`: the day in Pakistan on which it was booked. */
  readonly day?: string;
};
