import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Courier } from './consignment.ts';

const counterOf = (courier: Courier): string => `${courier}-consignment`;

/** The courier gives numbers again that it gave before. */
export const restartNumbers = (context: SandboxContext, courier: Courier, given: number): void =>
  context.state.setCounter(counterOf(courier), given);

/** The next number in the courier's format; Leopards' numbers start with two letters of the account. */
export function nextTrackingNumber(context: SandboxContext, courier: Courier, series = 'LE'): string {
  const count = context.state.counter(counterOf(courier));
  switch (courier) {
    case 'LEOPARD':
      return `${series}${750_000_000 + count}`;
    case 'MNP':
      return `5447940${10_100_000 + count}`;
    case 'POSTEX':
      return `2670456${1_000_000 + count}`;
    case 'TCS':
      return `7794${12_300_000 + count}`;
  }
}
