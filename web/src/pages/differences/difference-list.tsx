import { differenceName } from '@courierdesk/contract/difference-kinds';
import {
  dismissDifferences,
  startComparison,
  type Difference,
  type DifferencesQuery,
  type getDifferences,
} from '@courierdesk/contract/differences';
import type { ReplyOf } from '@courierdesk/contract/endpoint';
import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useKeys } from '../../lib/keys.ts';
import { useHasAccess } from '../../session/use-session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { ListQuery } from '../../ui/table/data-table-props.ts';
import { OfferedRows } from '../../ui/table/offered-rows.tsx';
import { questionOf, useSelection } from '../../ui/table/use-selection.ts';
import type { SteadyList } from '../../ui/table/use-steady-list.ts';
import { UnlistedCouriers } from './comparison-state.tsx';
import { DifferenceOnPhone, differenceColumns } from './difference-columns.tsx';
import { DismissDialog } from './dismiss-dialog.tsx';
import { DismissedNotice } from './dismissed-notice.tsx';
import { KindFilter } from './kind-filter.tsx';
import { RepairDialog } from './repair-dialog.tsx';
import { SelectedDifferences } from './selected-differences.tsx';
import styles from './differences-page.module.css';
import { countText } from '@courierdesk/contract/count-text';

type Reply = ReplyOf<typeof getDifferences>;

/** The open or the dismissed differences, and what people do with them. */
export function DifferenceList(props: {
  asked: DifferencesQuery;
  query: ListQuery & { data: Reply | undefined };
  steady: SteadyList<Difference>;
}) {
  const { asked, query, steady } = props;
  const { data, isPlaceholderData: isPlaceholder } = query;
  const navigate = useNavigate({ from: '/dashboard/differences' });
  const canDismiss = useHasAccess(dismissDifferences.access);
  const { rows, total } = steady;
  const chosen = useSelection({ question: questionOf(asked), rows, rowKey: idOf, total: undefined, isPlaceholder });
  const [repairing, setRepairing] = useState<readonly Difference[]>();
  const [dismissing, setDismissing] = useState<readonly Difference[]>();
  const [dismissed, setDismissed] = useState<readonly Difference[]>();
  const { clear } = chosen;
  useKeys({ Escape: clear }, chosen.count > 0);
  const actions = {
    onRepair: (one: Difference): void => setRepairing([one]),
    onDismiss: (one: Difference): void => setDismissing([one]),
  };
  return (
    <>
      {data && <KindFilter asked={asked} counts={data.counts} />}
      {asked.state === 'open' && data && <RepairCounts data={data} />}
      {dismissed && <DismissedNotice dismissed={dismissed} onClose={() => setDismissed(undefined)} />}
      <DataTable
        label={asked.state === 'open' ? 'Open differences' : 'Dismissed differences'}
        query={query}
        rows={rows}
        rowKey={idOf}
        rowLabel={rowLabel}
        columns={differenceColumns(actions)}
        skeletonRows={6}
        selection={canDismiss && asked.state === 'open' ? chosen.table : undefined}
        tone={({ id }) => (steady.changes?.gone.has(id) ? 'dim' : undefined)}
        offer={<OfferedRows changes={steady.changes} thing="difference" onShow={steady.show} />}
        renderPhone={(one) => <DifferenceOnPhone difference={one} {...actions} />}
        paging={{
          ...asked,
          total,
          things: 'Differences',
          onChange: (paging, replace) => void navigate({ search: (now) => ({ ...now, ...paging }), replace }),
        }}
        empty={<NoDifferences asked={asked} data={data} />}
      />
      {data && <UnlistedCouriers comparison={data.comparison} />}
      {chosen.count > 0 && <SelectedDifferences selection={chosen} onRepair={setRepairing} onDismiss={setDismissing} />}
      {repairing && <RepairDialog differences={repairing} onDone={clear} onClose={() => setRepairing(undefined)} />}
      {dismissing && (
        <DismissDialog
          differences={dismissing}
          onDone={() => {
            clear();
            setDismissed(dismissing);
          }}
          onClose={() => setDismissing(undefined)}
        />
      )}
    </>
  );
}

const idOf = ({ id }: Difference): string => id;

const rowLabel = ({ order_name, tracking_number, kind }: Difference): string =>
  `${order_name || tracking_number || ''}: ${differenceName[kind]}`;

function RepairCounts({ data: { repairing, failed } }: { data: Reply }) {
  return (
    <>
      {repairing > 0 && (
        <Notice tone="info" live>
          {countText(repairing, 'repair is', 'repairs are')} under way. You can leave this page: the results are under
          Repairs.
        </Notice>
      )}
      {repairing === 0 && failed > 0 && (
        <Notice tone="warning">
          {countText(failed, 'repair')} failed. The rows say why. You can repair them again.
        </Notice>
      )}
    </>
  );
}

function NoDifferences({ asked, data }: { asked: DifferencesQuery; data: Reply | undefined }) {
  const canCompare = useHasAccess(startComparison.access);
  const icon = <IconCircleCheck size={28} stroke={1.5} />;
  const others = data ? data[asked.state] : 0;
  if (asked.kind && others > 0)
    return (
      <EmptyState
        icon={icon}
        title="No difference of this kind"
        action={
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link to="/dashboard/differences" search={{ tab: asked.state, limit: asked.limit }} {...props} />
            )}
          >
            Show all kinds
          </Button>
        }
      />
    );
  if (asked.state === 'dismissed')
    return (
      <EmptyState icon={icon} title="Nothing dismissed">
        Differences that you dismiss appear here, with your reason. They open again when something about them changes.
      </EmptyState>
    );
  if (!data?.comparison.finished_at)
    return (
      <EmptyState icon={icon} title="Not compared yet">
        We compare the store, the couriers and Courierdesk every night.
        {canCompare && ' Choose Compare now to see the differences at once.'}
      </EmptyState>
    );
  return (
    <EmptyState icon={icon} title="No differences">
      The store, the couriers and Courierdesk agree. <span className={styles.hint}>We compare them every night.</span>
    </EmptyState>
  );
}
