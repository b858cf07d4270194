import type { AttentionItem, Resolution } from '@courierdesk/contract/attention';
import { useMutation } from '@tanstack/react-query';
import { resolveCase } from '../../api/attention.ts';
import { showToast } from '../../ui/toasts/toast.ts';
import { markDecidedHere } from './use-settled-cases.ts';

export type Decision = ReturnType<typeof useDecision>;

type Kind = Resolution extends infer One ? (One extends unknown ? keyof One : never) : never;

/** Sends a person's decision about a case, one at a time, and shows the result. */
export function useDecision(item: AttentionItem) {
  const sent = useMutation({
    mutationFn: (resolution: Resolution) => resolveCase(item.shipment_id, resolution),
    onMutate: (resolution) => markDecidedHere(item, 'tracking_number' in resolution || 'release' in resolution),
    onError: () => markDecidedHere(item, false),
    onSuccess: ({ message }) => showToast(message),
  });
  return {
    /** Whether a decision of this kind is being sent. */
    sending: (kind: Kind): boolean => sent.isPending && kind in sent.variables,
    busy: sent.isPending,
    /** The error of the last decision, if it was of this kind. */
    failed: (kind: Kind): Error | undefined =>
      sent.error && sent.variables && kind in sent.variables ? sent.error : undefined,
    decide: (resolution: Resolution): void => sent.mutate(resolution),
    decideAndWait: (resolution: Resolution): Promise<unknown> => sent.mutateAsync(resolution),
  };
}
