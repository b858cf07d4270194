/** What a run does. Random choices come from the seed; only timing differs between runs. */
export type ProofPlan = {
  /** Each with two people. */
  shops: number;
  /** Of all shops: two fifths are booked in batches, a tenth in pairs, the others one by one. */
  orders: number;
  /** Orders of a batch. */
  batchSize: number;
  /** Kills of a web or a worker process. */
  kills: number;
  /** Power cuts of the machine of PostgreSQL. Like a full disk, they need a database of the run's own. */
  powerCuts: number;
  fullDisk: boolean;
  /** The clock of half of the processes is moved on by 90 s. */
  clockStep: boolean;
  /** Begins with the newest release and replaces its processes by this version, one after the other. */
  upgrade: boolean;
  /** Share of the bookings by form that are cancelled right after they are made. The same faults affect the cancel. */
  cancelShare: number;
  seed: number;
  /** Shares of all bookings and cancels that reach a courier. */
  faults: {
    loseAnswer: number;
    error500: number;
    slow: number;
    /** Share of the slow ones that are slower than the courier's time-out, before or after the courier booked. */
    tooSlow: number;
    throttle: number;
    refuseCredentials: number;
  };
  /** Shares of the calls to the store and of its webhooks. A webhook that is lost is sent again after a while. */
  storeFaults: { throttle: number; error500: number; loseWebhook: number; doubleWebhook: number };
  /** When an uncertain booking is looked up, in seconds after the request. Shorter than in production, to fit into the run. */
  lookUpSeconds: number[];
  /** Maximum from the last fault to the comparison. */
  settleSeconds: number;
};

export const fullPlan: ProofPlan = {
  shops: 8,
  orders: 10_000,
  batchSize: 50,
  kills: 20,
  powerCuts: 3,
  fullDisk: true,
  clockStep: true,
  upgrade: true,
  cancelShare: 0.15,
  seed: 20_261_120,
  faults: { loseAnswer: 0.08, error500: 0.04, slow: 0.04, tooSlow: 0.1, throttle: 0.03, refuseCredentials: 0.01 },
  storeFaults: { throttle: 0.03, error500: 0.02, loseWebhook: 0.1, doubleWebhook: 0.1 },
  lookUpSeconds: [1, 3, 8, 20, 45],
  settleSeconds: 300,
};

/** The same, smaller, for the tests. */
export const smallPlan: ProofPlan = {
  ...fullPlan,
  shops: 2,
  orders: 60,
  batchSize: 8,
  kills: 2,
  powerCuts: 0,
  fullDisk: false,
  clockStep: false,
  upgrade: false,
  cancelShare: 0.3,
  faults: { ...fullPlan.faults, loseAnswer: 0.12, error500: 0.08, slow: 0.03, tooSlow: 0 },
  lookUpSeconds: [1, 2, 4, 6],
  settleSeconds: 120,
};

const slowMs = 3000;
/** The courier books after 36 s. M&P's time-out of 45 s ends before the answer, the others' of 30 s before the booking. */
const tooSlowMs = 72_000;

type Fault = { kind: string; share: number; delayMs?: number };

export function faultRules({ seed, faults, storeFaults }: ProofPlan): object[] {
  const ofCourier: Fault[] = [
    { kind: 'lose-answer', share: faults.loseAnswer },
    { kind: 'error500', share: faults.error500 },
    { kind: 'delay', share: faults.slow * (1 - faults.tooSlow), delayMs: slowMs },
    { kind: 'delay', share: faults.slow * faults.tooSlow, delayMs: tooSlowMs },
    { kind: 'throttle', share: faults.throttle },
    { kind: 'refuse-credentials', share: faults.refuseCredentials },
  ];
  const ofStore: Fault[] = [
    { kind: 'throttle', share: storeFaults.throttle },
    { kind: 'error500', share: storeFaults.error500 },
  ];
  const ofWebhooks: Fault[] = [
    { kind: 'refuse', share: storeFaults.loseWebhook },
    { kind: 'duplicate-webhook', share: storeFaults.doubleWebhook },
  ];
  return [
    ...rulesFor({ target: '*', operation: 'book' }, ofCourier, seed),
    ...rulesFor({ target: '*', operation: 'cancel' }, ofCourier, seed + 100),
    ...rulesFor({ target: 'shopify', operation: 'graphql' }, ofStore, seed + 200),
    ...rulesFor({ target: 'webhooks' }, ofWebhooks, seed + 300),
  ];
}

/** The sandbox tries its rules in order, so a later rule's rate applies to what the earlier ones left. */
function rulesFor(where: object, faults: Fault[], seed: number): object[] {
  let left = 1;
  return faults
    .filter(({ share }) => share > 0)
    .map(({ share, ...fault }, index) => {
      const rate = share / left;
      left -= share;
      return { ...where, ...fault, rate, seed: seed + index };
    });
}
