import type { ShipmentTask } from '@courierdesk/contract/shipment-tasks';
import { cancelBooking } from '@courierdesk/contract/shipments';
import { Button, CloseButton, Progress } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { dismissTask, retryTask, shipmentTasksQuery, stopTask } from '../../../api/shipment-tasks.ts';
import { useHasAccess } from '../../../session/use-session.ts';
import { showErrorToast } from '../../../ui/toasts/toast.ts';
import styles from './order-tasks.module.css';
import { countText, formatCount } from '@courierdesk/contract/count-text';
const listEveryMs = 4_000;

/** Bulk actions in progress or recently finished, the same for everyone in the shop. */
export function OrderTasks({ onOpen }: { onOpen: (id: string) => void }) {
  const { data: tasks = [] } = useQuery(shipmentTasksQuery);
  useFreshList(tasks);
  if (tasks.length === 0) return null;
  return (
    <ul className={styles.tasks} aria-label="Bulk actions">
      {tasks.map((task) => (
        <li key={task.id} className={styles.task} data-failed={task.counts.failed > 0 || undefined}>
          <TaskLine task={task} onOpen={() => onOpen(task.id)} />
        </li>
      ))}
    </ul>
  );
}

function TaskLine({ task, onOpen }: { task: ShipmentTask; onOpen: () => void }) {
  const canChange = useHasAccess(cancelBooking.access);
  const canTrack = useHasAccess(['WRITE_ORDERS']);
  const canRetry = task.kind === 'track' ? canTrack : canChange;
  const { counts, total, finished_at: finishedAt } = task;
  const ended = counts.done + counts.failed + counts.stopped;
  // The buttons wait until the last click takes effect.
  const { mutate, isPending } = useMutation({
    mutationFn: (work: (id: string) => Promise<void>) => work(task.id),
    onError: showErrorToast,
  });
  return (
    <>
      <div className={styles.what}>
        <span role="status">{finishedAt ? taskResultText(task) : progressOf(task)}</span>
        <span className={styles.by}>started by {task.asked_by}</span>
        {!finishedAt && (
          <Progress value={(ended / total) * 100} size="sm" className={styles.bar} aria-label={progressOf(task)} />
        )}
      </div>
      <div className={styles.actions}>
        <Button variant="default" size="compact-sm" onClick={onOpen}>
          Show details
        </Button>
        {!finishedAt && counts.waiting > 0 && canChange && (
          <Button variant="default" size="compact-sm" disabled={isPending} onClick={() => mutate(stopTask)}>
            Stop
          </Button>
        )}
        {finishedAt && counts.failed > 0 && canRetry && (
          <Button size="compact-sm" disabled={isPending} onClick={() => mutate(retryTask)}>
            Retry {formatCount(counts.failed)}
          </Button>
        )}
        {finishedAt && canChange && (
          <CloseButton
            size="sm"
            aria-label={`Dismiss: ${taskResultText(task)}`}
            disabled={isPending}
            onClick={() => mutate(dismissTask)}
          />
        )}
      </div>
    </>
  );
}

/** Refetches the list from time to time while a task runs, and when it ends. */
function useFreshList(tasks: readonly ShipmentTask[]): void {
  const queryClient = useQueryClient();
  const seen = useRef<{ key: string; at: number }>(undefined);
  const key = tasks.map((task) => `${task.id}:${task.counts.done}:${task.counts['under-way']}`).join();
  const goesOn = tasks.some((task) => !task.finished_at);
  useEffect(() => {
    const last = seen.current;
    if (last?.key === key) return;
    if (last && goesOn && Date.now() - last.at < listEveryMs) return;
    seen.current = { key, at: Date.now() };
    // Nobody asked for it, so it is no invalidation: the list stays where it is.
    if (last) void queryClient.refetchQueries({ queryKey: ['orders', 'list'], type: 'active' });
  }, [key, goesOn, queryClient]);
}

function progressOf({ kind, total, counts }: ShipmentTask): string {
  const done = `${formatCount(counts.done)} of ${formatCount(total)}`;
  const failed = counts.failed > 0 ? `, ${formatCount(counts.failed)} failed` : '';
  const asking = counts['under-way'] > 0 && counts.waiting === 0 ? ', waiting for the courier' : '';
  return kind === 'cancel'
    ? `Cancelling bookings: ${done} cancelled${failed}${asking}`
    : `Tracking parcels: ${done} tracked${failed}`;
}

export function taskResultText({ kind, total, counts }: ShipmentTask): string {
  const what = kind === 'cancel' ? 'bookings cancelled' : 'parcels tracked';
  const only = kind === 'cancel' ? 'booking cancelled' : 'parcel tracked';
  const done =
    counts.done === total
      ? countText(total, only, what)
      : `${formatCount(counts.done)} of ${formatCount(total)} ${what}`;
  const failed = counts.failed > 0 ? `, ${formatCount(counts.failed)} failed` : '';
  const stopped = counts.stopped > 0 ? `, ${formatCount(counts.stopped)} stopped` : '';
  return `${done}${failed}${stopped}`;
}
