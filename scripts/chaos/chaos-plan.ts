/** What a run does. Random choices come from the seed; only timing differs between runs. */
export type ChaosPlan = {
  orders: number;
  clients: number;
  /** Kills of the server. */
  kills: number;
  /** Needs a database of the run's own. */
  databaseRestarts: number;
  /** Share of the bookings that are cancelled right after they are made. The same faults affect the cancel. */
  cancelShare: number;
  seed: number;
  /** Shares of all bookings and cancels that reach a courier. */
  faults: {
    loseAnswer: number;
    error500: number;
    slow: number;
    /** Share of the slow ones that are slower than the courier's time-out, before or after the courier booked. */
    tooSlow: number;
  };
  /** When an uncertain booking is looked up, in seconds after the request. Shorter than in production, to fit into the run. */
  lookUpSeconds: number[];
  /** Maximum from the last fault to the comparison. */
  settleSeconds: number;
  /** Ends the leases of a killed server at once. Only safe because we know that it is dead. */
  endLeasesAfterKill: boolean;
};

export const fullPlan: ChaosPlan = {
  orders: 1000,
  clients: 8,
  kills: 5,
  databaseRestarts: 2,
  cancelShare: 0.15,
  seed: 20_261_120,
  faults: { loseAnswer: 0.1, error500: 0.05, slow: 0.05, tooSlow: 0.2 },
  lookUpSeconds: [1, 3, 8, 20, 45],
  settleSeconds: 180,
  endLeasesAfterKill: false,
};

/** The same, smaller, for the tests. */
export const smallPlan: ChaosPlan = {
  ...fullPlan,
  orders: 48,
  kills: 2,
  databaseRestarts: 0,
  cancelShare: 0.3,
  faults: { loseAnswer: 0.15, error500: 0.1, slow: 0.1, tooSlow: 0 },
  lookUpSeconds: [1, 2, 4, 6],
  settleSeconds: 120,
  endLeasesAfterKill: true,
};

/** One batch that two people have open. */
export const batchPlan: ChaosPlan = { ...fullPlan, orders: 500, clients: 2, kills: 4, databaseRestarts: 1 };

export const smallBatchPlan: ChaosPlan = { ...smallPlan, orders: 40, clients: 2 };

const slowMs = 3000;
/** The courier books after 36 s. M&P's time-out of 45 s ends before the answer, the others' of 30 s before the booking. */
const tooSlowMs = 72_000;

/** The sandbox tries its rules in order, so a later rule's rate applies to what the earlier ones left. */
export function faultRules({ seed, faults }: ChaosPlan): object[] {
  const wanted = [
    { kind: 'lose-answer', share: faults.loseAnswer },
    { kind: 'error500', share: faults.error500 },
    { kind: 'delay', share: faults.slow * (1 - faults.tooSlow), delayMs: slowMs },
    { kind: 'delay', share: faults.slow * faults.tooSlow, delayMs: tooSlowMs },
  ];
  return ['book', 'cancel'].flatMap((operation, at) => {
    let left = 1;
    return wanted
      .filter(({ share }) => share > 0)
      .map(({ share, ...rule }, index) => {
        const rate = share / left;
        left -= share;
        return { ...rule, target: '*', operation, rate, seed: seed + index + at * 100 };
      });
  });
}
