import type { Difference } from '@courierdesk/contract/differences';
import { repairDifferences } from '../../api/differences.ts';
import { showToast } from '../../ui/toasts/toast.ts';

/** Repairs, and shows the result as a message. Returns how many are repaired. */
export async function repairNow(differences: readonly Difference[]): Promise<number> {
  const { message, failed, done } = await repairDifferences(differences.map(({ id }) => id));
  showToast(message, { error: failed > 0 });
  return done;
}
