/** Shopify's leaky bucket of one app and shop, as its last reply described it: docs/contracts/shopify.md, "Costs". */
type ThrottleStatus = {
  readonly maximumAvailable: number;
  readonly currentlyAvailable: number;
  readonly restoreRate: number;
};

export type Cost = { readonly requestedQueryCost: number; readonly throttleStatus: ThrottleStatus };

type CostBudget = {
  /**
   * A place in the shop's queue: points are reserved for the call until it ends, so that parallel calls do not
   * use the same ones. Before the shop's first reply nothing is known and no call waits.
   */
  reserve(domain: string, operation: string): CostReservation;
};

type CostReservation = {
  /** Milliseconds until the bucket can pay for the call and all that were there before it. */
  readonly waitMs: number;
  /** The call has ended; its reply may tell the state of the bucket. */
  end(cost: Cost | undefined): void;
};

type Bucket = { status: ThrottleStatus; at: number; reserved: number };

const maxShops = 10_000;

export function createCostBudget(now: () => Date): CostBudget {
  const buckets = new Map<string, Bucket>();
  const costs = new Map<string, number>();

  return {
    reserve(domain, operation) {
      const bucket = buckets.get(domain) ?? unknownBucket(now());
      touch(buckets, domain, bucket);
      const cost = Math.min(costs.get(operation) ?? 0, bucket.status.maximumAvailable);
      bucket.reserved += cost;
      return {
        waitMs: millisecondsFor(bucket.reserved - available(bucket, now()), bucket.status.restoreRate),
        end(charged) {
          bucket.reserved -= cost;
          if (!charged) return;
          costs.set(operation, charged.requestedQueryCost);
          bucket.status = charged.throttleStatus;
          bucket.at = now().getTime();
        },
      };
    },
  };
}

function unknownBucket(now: Date): Bucket {
  const plenty = Number.POSITIVE_INFINITY;
  const status = { maximumAvailable: plenty, currentlyAvailable: plenty, restoreRate: 0 };
  return { status, at: now.getTime(), reserved: 0 };
}

function available({ status, at }: Bucket, now: Date): number {
  const restored = ((now.getTime() - at) / 1000) * status.restoreRate;
  return Math.min(status.maximumAvailable, status.currentlyAvailable + restored);
}

/** Keeps the shops asked last. */
function touch(buckets: Map<string, Bucket>, domain: string, bucket: Bucket): void {
  buckets.delete(domain);
  buckets.set(domain, bucket);
  const [oldest] = buckets.keys();
  if (buckets.size > maxShops && oldest !== undefined) buckets.delete(oldest);
}

function millisecondsFor(points: number, restoreRate: number): number {
  return points <= 0 || restoreRate <= 0 ? 0 : Math.ceil((points / restoreRate) * 1000);
}
