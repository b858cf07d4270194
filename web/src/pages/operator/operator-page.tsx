import type { OperatorOverview } from '@courierdesk/contract/operator';
import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { operatorOverviewQuery, signOutOperator } from '../../api/operator.ts';
import { hasCode } from '../../lib/failures.ts';
import { Brand } from '../../ui/brand.tsx';
import { When } from '../../ui/dates/when.tsx';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice, StaleNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { showErrorToast, showToast } from '../../ui/toasts/toast.ts';
import { CourierTable, ProcessTable, WorkTable } from './operator-tables.tsx';
import styles from './operator-page.module.css';
import { OperatorSignIn } from './operator-sign-in.tsx';
import { leaseItem, stuckItem, type Action, type Item } from './operator-items.ts';
import { ItemList } from './item-list.tsx';

/** For whoever runs Courierdesk on a server: what runs, what waits, and what is stuck. It refreshes every ten seconds. */
export function OperatorPage() {
  const query = useQuery(operatorOverviewQuery);
  const [chosen, setChosen] = useState<Action>();
  const signOut = useMutation({ mutationFn: signOutOperator, onError: showErrorToast });
  if (hasCode(query.error, 'unauthorised')) return <OperatorSignIn wasSignedIn={query.data !== undefined} />;
  const { data } = query;
  return (
    <div className={styles.frame}>
      <div className={styles.brand}>
        <Brand />
      </div>
      <main>
        <Page
          title="Operator"
          aside={
            data && (
              <span>
                Updated <When at={data.at} form="ago" />
              </span>
            )
          }
          tools={
            data && (
              <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate()}>
                Sign out
              </Button>
            )
          }
        >
          {data && <StaleNotice error={query.error} shown="state" />}
          {data ? (
            <Overview overview={data} onChoose={setChosen} />
          ) : query.isError ? (
            <ErrorState query={query} />
          ) : (
            <Loading />
          )}
        </Page>
      </main>
      <Confirm
        opened={chosen !== undefined}
        onClose={() => setChosen(undefined)}
        title={`${chosen?.label ?? ''}?`}
        confirmLabel={chosen?.label ?? ''}
        onConfirm={async () => chosen && showToast(await chosen.go())}
      >
        <p className={styles.subject}>{chosen?.subject}</p>
        {chosen?.effect}
      </Confirm>
    </div>
  );
}

function Overview({ overview, onChoose }: { overview: OperatorOverview; onChoose: (action: Action) => void }) {
  const { stuck, leases, processes } = overview;
  const works = processes.some(({ role, responds }) => role !== 'web' && responds);
  return (
    <>
      {!works && (
        <Notice tone="error">
          No worker runs, so background work waits. Start a process with <code>PROCESS=worker</code>, and read the end
          of the log of one that stopped.
        </Notice>
      )}
      <div className={styles.columns}>
        <div className={styles.column}>
          <Items title="Stuck work" items={stuck.rows.map(stuckItem)} total={stuck.total} onChoose={onChoose}>
            Nothing is stuck.
          </Items>
          <Items title="Interrupted work" items={leases.rows.map(leaseItem)} total={leases.total} onChoose={onChoose}>
            No process left work behind.
          </Items>
          <Section title="Processes">
            <ProcessTable processes={processes} />
          </Section>
          <Section
            title="Couriers"
            about="Calls of the last hour, counted by the processes above. A process that starts again counts anew."
          >
            <CourierTable couriers={overview.couriers} />
          </Section>
        </div>
        <Section title="Background work" about="Jobs of all shops. A job is tried until it succeeds.">
          <WorkTable work={overview.work} />
        </Section>
      </div>
    </>
  );
}

function Items(props: {
  title: string;
  items: readonly Item[];
  total: number;
  onChoose: (action: Action) => void;
  /** When there are none. */
  children: string;
}) {
  return (
    <Section title={props.title}>
      <ItemList label={props.title} items={props.items} total={props.total} onChoose={props.onChoose}>
        {props.children}
      </ItemList>
    </Section>
  );
}

const Loading = () => (
  <div className={styles.columns} aria-busy>
    <div className={styles.column}>
      <Skeleton height={120} radius="md" />
      <Skeleton height={120} radius="md" />
      <Skeleton height={180} radius="md" />
    </div>
    <Skeleton height={460} radius="md" />
  </div>
);
