import type { Sweep } from '../../base/jobs/sweeps.ts';
import { foldDayCounts } from './fold-day-counts.ts';

export const analyticsSweeps: readonly Sweep[] = [{ name: 'figures-by-day', everyMs: 30_000, run: foldDayCounts }];
