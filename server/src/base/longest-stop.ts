/**
 * So long, a process that stops waits for what it asked of couriers and stores, and for clients that read their replies. Longer
 * than any courier may take to answer, so that a stop leaves no booking uncertain. Compose and systemd give it 60 seconds.
 */
export const longestStopMs = 50_000;
