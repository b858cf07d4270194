import { companyName } from '@courierdesk/contract/companies';
import { durationInWords } from '@courierdesk/contract/dates';
import type { CourierState, RunningProcess, WorkKind } from '@courierdesk/contract/operator';
import type { ReactNode } from 'react';
import { countText, formatCount } from '@courierdesk/contract/count-text';
import { FigureTable, type FigureColumn } from '../../ui/charts/figure-table.tsx';
import { When } from '../../ui/dates/when.tsx';
import { ToneBadge } from '../../ui/tone-badge.tsx';
import styles from './operator-page.module.css';

const none: ReactNode = <span className="dim">–</span>;
const figure = (count: number): ReactNode => (count === 0 ? none : formatCount(count));
const alarming = (count: number): ReactNode =>
  count === 0 ? none : <span className={styles.alarming}>{formatCount(count)}</span>;
const milliseconds = (ms: number): string => `${formatCount(ms)} ms`;

const roleName = { web: 'Web', worker: 'Worker', all: 'Web and worker' };
const bytesPerMb = 1024 * 1024;

const processColumns: readonly FigureColumn<RunningProcess>[] = [
  { title: 'Process', cell: ({ role, host, pid }) => `${roleName[role]} · ${host} · ${pid}` },
  {
    title: 'State',
    cell: ({ responds, seen_at: seenAt }) =>
      responds ? (
        <ToneBadge tone="delivered">Runs</ToneBadge>
      ) : (
        <ToneBadge tone="needs">
          Gone, seen <When at={seenAt} form="ago" />
        </ToneBadge>
      ),
  },
  { title: 'Version', cell: ({ version }) => version },
  { title: 'Started', cell: ({ started_at: at }) => <When at={at} form="ago" /> },
  { title: 'Memory', number: true, cell: ({ memory }) => `${formatCount(Math.round(memory / bytesPerMb))} MB` },
];

export const ProcessTable = ({ processes }: { processes: readonly RunningProcess[] }) => (
  <FigureTable label="Processes" rows={processes} rowKey={({ id }) => id} columns={processColumns} />
);

const courierColumns: readonly FigureColumn<CourierState>[] = [
  { title: 'Courier', cell: ({ company }) => companyName[company] },
  { title: 'Calls', number: true, cell: ({ calls }) => formatCount(calls) },
  { title: 'No answer', number: true, cell: ({ unanswered }) => alarming(unanswered) },
  { title: 'Sign-in refused', number: true, cell: ({ refused }) => alarming(refused) },
  { title: 'Rejected', number: true, cell: ({ rejected }) => figure(rejected) },
  { title: 'Accepted', number: true, cell: ({ answered }) => figure(answered) },
  { title: 'Median time', number: true, cell: ({ median_ms: ms }) => (ms === null ? none : milliseconds(ms)) },
  { title: 'Paused accounts', number: true, cell: (row) => alarming(row.paused_accounts) },
];

export const CourierTable = ({ couriers }: { couriers: readonly CourierState[] }) => (
  <>
    <FigureTable label="Couriers" rows={couriers} rowKey={({ company }) => company} columns={courierColumns} />
    {couriers
      .filter((row) => row.refused_accounts > 0)
      .map((row) => (
        <p key={row.company} className={styles.refused}>
          <strong>{companyName[row.company]} refuses the credentials of</strong> {refusedShops(row)}. Each owner has an
          email.
        </p>
      ))}
  </>
);

const workColumns: readonly FigureColumn<WorkKind>[] = [
  { title: 'Kind', cell: ({ kind }) => kind },
  { title: 'Failing', number: true, cell: ({ failing }) => alarming(failing) },
  { title: 'Due', number: true, cell: ({ due }) => figure(due) },
  {
    title: 'Oldest',
    number: true,
    cell: ({ oldest_due_seconds: seconds }) => (seconds === 0 ? none : durationInWords(seconds)),
  },
  { title: 'Running', number: true, cell: ({ running }) => figure(running) },
  { title: 'Later', number: true, cell: ({ waiting }) => figure(waiting) },
];

export const WorkTable = ({ work }: { work: readonly WorkKind[] }) => (
  <FigureTable label="Background work" rows={work} rowKey={({ kind }) => kind} columns={workColumns} />
);

function refusedShops({ refused_accounts: accounts, refused_shops: shops }: CourierState): string {
  const more = accounts - shops.length;
  return `${shops.join(', ')}${more > 0 ? ` and ${countText(more, 'more account')}` : ''}`;
}
