import { performance } from 'node:perf_hooks';
import { callApi } from '../../scripts/isolated-stack/call-api.ts';
import { median } from './statistics.ts';

const rounds = 9;

/**
 * The median time of a call in milliseconds, after two calls that do not count. The users take turns, because each may
 * send 100 requests a second.
 */
export async function timedCall(url: string, tokens: readonly string[], path: string): Promise<number> {
  const times: number[] = [];
  for (let round = -2; round < rounds; round += 1) {
    const startedAt = performance.now();
    const { status, body } = await callApi(url, tokens.at(round % tokens.length) ?? '', 'GET', path);
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
    if (round >= 0) times.push(performance.now() - startedAt);
  }
  return median(times);
}
