import type { Config } from '../../base/config.ts';
import { ok, warning, wordsOf, type Finding } from './finding.ts';

/** Variables and addresses of the couriers' APIs. */
export const courierAddresses = ({ couriers }: Pick<Config, 'couriers'>): readonly (readonly [string, string])[] => [
  ['LEOPARD_URL', couriers.leopard],
  ['MNP_URL', couriers.mnp],
  ['MNP_TRACKING_URL', couriers.mnpTracking],
  ['POSTEX_URL', couriers.postex],
  ['TCS_URL', couriers.tcs],
];

/** Whether anything answers at the courier's address. Every answer counts, also a refusal: we do not sign in. */
export async function checkCourier(variable: string, address: string, signal: AbortSignal): Promise<Finding> {
  const { host } = new URL(address);
  try {
    const answer = await fetch(address, { method: 'HEAD', redirect: 'manual', signal });
    await answer.body?.cancel();
    return ok(`${variable}: ${host} answers.`);
  } catch (error) {
    return warning(
      `${variable}: ${host} does not answer (${wordsOf(error)}). If it stays so: check DNS, the firewall, and whether the courier lets the address of this host in.`,
    );
  }
}
