import type { Sweep } from '../../base/jobs/sweeps.ts';
import { trackDueShipments } from './track-due-shipments.ts';

export const trackingSweeps: readonly Sweep[] = [{ name: 'tracking', everyMs: 5_000, run: trackDueShipments }];
