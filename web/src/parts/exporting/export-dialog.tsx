import { ExportFilter, type OrderExport } from '@courierdesk/contract/exports';
import { filterWords } from '@courierdesk/contract/filter-words';
import type { ShipmentsQuery } from '@courierdesk/contract/shipment-filters';
import { Radio, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { startExport } from '../../api/exports.ts';
import { shipmentsQuery } from '../../api/shipments.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import styles from './export-dialog.module.css';
import { ExportFooter } from './export-footer.tsx';
import { RunningExport } from './running-export.tsx';
import { FileChoice } from './file-choice.tsx';
import { PlanNotice } from './plan-notice.tsx';
import { useExportChoice } from './use-export-choice.ts';
import { formatCount } from '@courierdesk/contract/count-text';

const whole: ShipmentsQuery = { page: 1, limit: 1, op: 'GREATER', sort: 'booked', dir: 'desc' };

/** Chooses the orders and the file format, then shows progress. Render it only while it is open. */
export function ExportDialog(props: { search: ShipmentsQuery; total: number | undefined; onClose: () => void }) {
  const [started, setStarted] = useState<{ message: string; data: OrderExport }>();
  return (
    <Dialog opened size="lg" onClose={props.onClose} title="Export orders">
      {started ? (
        <RunningExport id={started.data.id} message={started.message} onClose={props.onClose} />
      ) : (
        <ExportForm {...props} onStarted={setStarted} />
      )}
    </Dialog>
  );
}

function ExportForm(props: {
  search: ShipmentsQuery;
  total: number | undefined;
  onClose: () => void;
  onStarted: (started: { message: string; data: OrderExport }) => void;
}) {
  const { query, choice, change } = useExportChoice();
  const all = useQuery(shipmentsQuery(whole)).data?.totalOrders;
  const [filter, setFilter] = useState<ExportFilter>('MATCHED_ORDERS');
  const start = useMutation({
    mutationFn: (chosen: Exclude<typeof choice, undefined>) => startExport(filter, props.search, chosen),
    onSuccess: props.onStarted,
  });
  const total = filter === 'MATCHED_ORDERS' ? props.total : all;

  if (!choice && query.isError) return <ErrorState query={query} />;
  if (!choice) return <Skeleton height={320} />;

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!start.isPending) start.mutate(choice);
      }}
    >
      <PlanNotice onLeave={props.onClose} />
      <Radio.Group
        className={styles.which}
        label="Which orders"
        value={filter}
        onChange={(value) => setFilter(ExportFilter.parse(value))}
      >
        <div>
          <Radio value="MATCHED_ORDERS" label={`Orders matching the search${inBrackets(props.total)}`} />
          <Filters search={props.search} />
        </div>
        <Radio value="STORE_ORDERS" label={`All store orders${inBrackets(all)}`} />
      </Radio.Group>
      <FileChoice choice={choice} onChange={change} />
      <ExportFooter
        total={total}
        failure={start.error}
        busy={start.isPending}
        ready={choice.columns.length > 0}
        onCancel={props.onClose}
      >
        <Link to="/dashboard/exports" className={styles.past} onClick={props.onClose}>
          Past exports
        </Link>
      </ExportFooter>
    </form>
  );
}

function Filters({ search }: { search: ShipmentsQuery }) {
  const words = filterWords(search);
  return (
    <p className={styles.filters}>
      {words.length === 0
        ? 'No filter is set: these are all orders.'
        : words.map(({ name, value }) => `${name}: ${value}`).join(' · ')}
    </p>
  );
}
const inBrackets = (count: number | undefined): string => (count === undefined ? '' : ` (${formatCount(count)})`);
