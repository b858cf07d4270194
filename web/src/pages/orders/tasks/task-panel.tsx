import type { ShipmentTaskRow, TaskRowState } from '@courierdesk/contract/shipment-tasks';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { shipmentTaskQuery } from '../../../api/shipment-tasks.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Pagination } from '../../../ui/table/pagination.tsx';
import { SidePanel } from '../../../ui/dialogs/side-panel.tsx';
import { ToneBadge, type Tone } from '../../../ui/tone-badge.tsx';
import { When } from '../../../ui/dates/when.tsx';
import { taskResultText } from './order-tasks.tsx';
import styles from './task-panel.module.css';

const stateBadge: Record<TaskRowState, { tone: Tone; word: string }> = {
  failed: { tone: 'needs', word: 'Failed' },
  'under-way': { tone: 'process', word: 'Under way' },
  waiting: { tone: 'booked', word: 'Waiting' },
  stopped: { tone: 'cancelled', word: 'Stopped' },
  done: { tone: 'delivered', word: 'Done' },
};

/** The result for each parcel, failed ones first. */
export function TaskPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const [paging, setPaging] = useState({ page: 1, limit: 100 });
  const query = useQuery(shipmentTaskQuery(id, paging));
  const { data } = query;
  return (
    <SidePanel
      label="Result for each order"
      title={data?.data.kind === 'track' ? 'Check now' : 'Cancel bookings'}
      onClose={onClose}
    >
      {query.isError && !data && <ErrorState query={query} />}
      {!data && !query.isError && <Waiting />}
      {data && (
        <>
          <p className={styles.sum}>
            {taskResultText(data.data)} · {data.data.asked_by}, <When at={data.data.created_at} form="full" />
          </p>
          <ul className={styles.rows} aria-label="Orders">
            {data.rows.map((row) => (
              <li key={row.shipment_id} className={styles.row}>
                <Row row={row} />
              </li>
            ))}
          </ul>
          {data.pagination.pages > 1 && (
            <Pagination {...paging} total={data.pagination.total} things="Orders" onChange={setPaging} />
          )}
        </>
      )}
    </SidePanel>
  );
}

function Row({ row }: { row: ShipmentTaskRow }) {
  const { tone, word } = stateBadge[row.state];
  return (
    <>
      <div className={styles.line}>
        <span>
          <strong>{row.order_name}</strong> <span className="numbers">{row.tracking_number}</span>
        </span>
        <ToneBadge tone={tone}>{word}</ToneBadge>
      </div>
      {row.message && <p className={styles.message}>{row.message}</p>}
    </>
  );
}

const Waiting = () => (
  <div aria-busy aria-label="Loading">
    {[220, 300, 260, 180].map((width) => (
      <Skeleton key={width} height={10} width={width} mb={18} />
    ))}
  </div>
);
