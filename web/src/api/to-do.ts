import { getChecklist, getToDoItems, saveChecklistStep } from '@courierdesk/contract/to-do';
import type { BodyInput } from '@courierdesk/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { queryClient } from './query-client.ts';

const refreshMs = 60_000;

export const toDoQuery = queryOptions({
  queryKey: ['orders', 'to-do'],
  queryFn: ({ signal }) => call(getToDoItems, { signal }),
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
