/** A smaller difference between the clocks changes no day or age that a person would notice. */
const toleranceMs = 2 * 60_000;

let aheadMs = 0;

/** The current time. The server's, when the clock of this computer is wrong. */
export const serverNow = (): number => Date.now() + aheadMs;

/** Compares the clocks with the `Date` header of a reply, whose request was sent at `sentAt` of the local clock. */
export function compareClocks(date: string | null, sentAt: number): void {
  const server = Date.parse(date ?? '');
  if (Number.isNaN(server)) return;
  const receivedAt = Date.now();
  // The reply may have waited for a computer that slept.
  const agrees = server >= sentAt - toleranceMs && server <= receivedAt + toleranceMs;
  aheadMs = agrees ? 0 : server - receivedAt;
}
