import { getChecklist, getToDoItems, saveChecklistStep, ToDoKind } from '@courierdesk/contract/to-do';
import type { BodyInput } from '@courierdesk/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { queryClient } from './query-client.ts';

const refreshMs = 60_000;

export const toDoQuery = queryOptions({
  queryKey: ['orders', 'to-do'],
  queryFn: ({ signal }) => call(getToDoItems, { signal }),
  /** In the order of the kinds. A kind that this page does not know comes from a newer server, during an upgrade. */
  select: ({ data, more = [], resolving }) => ({
    data: ToDoKind.options.flatMap((kind) => [...data, ...more].filter((item) => item.kind === kind)),
    resolving,
  }),
  refetchInterval: refreshMs,
});

export const checklistQuery = queryOptions({
  queryKey: ['checklist'],
  queryFn: ({ signal }) => call(getChecklist, { signal }),
});

export async function saveStep(step: BodyInput<typeof saveChecklistStep>['step']): Promise<void> {
  await call(saveChecklistStep, { body: { step } });
  await queryClient.invalidateQueries({ queryKey: checklistQuery.queryKey });
}
