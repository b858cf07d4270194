import type { OrderExport } from '@courierdesk/contract/exports';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { exportQuery } from '../../api/exports.ts';
import { DownloadButton } from '../../parts/exporting/download-button.tsx';
import { ExportProgress } from '../../parts/exporting/export-progress.tsx';
import { fileSize } from '../../lib/file-size.ts';
import { hasCode } from '../../lib/failures.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState, type FailedQuery } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { When } from '../../ui/dates/when.tsx';
import { DeleteExport } from './delete-export.tsx';
import { ExportState, formatName, exportedOrdersText } from './export-texts.tsx';
import styles from './exports-page.module.css';
import { countText } from '@courierdesk/contract/count-text';

const route = getRouteApi('/dashboard/exports/$exportId');

/** One export. The emailed link opens this page, for people of the shop. */
export function ExportPage() {
  const { exportId } = route.useParams();
  const navigate = useNavigate();
  const query = useQuery(exportQuery(exportId));
  const order = query.data;
  return (
    <Page
      title="Export"
      width="form"
      back={{ to: '/dashboard/exports', label: 'exports' }}
      aside={order && <ExportState order={order} />}
      tools={order && <DeleteExport order={order} onDeleted={() => void navigate({ to: '/dashboard/exports' })} />}
      action={order?.state === 'done' ? <DownloadButton order={order} /> : undefined}
    >
      {order && <Facts order={order} />}
      {!order && query.isError && <Failed query={query} />}
      {!order && !query.isError && <Skeleton height={240} aria-busy="true" />}
    </Page>
  );
}

function Facts({ order }: { order: OrderExport }) {
  return (
    <>
      {order.state === 'under-way' && (
        <div className={styles.progress}>
          <ExportProgress order={order} />
          <p className="dim">You can leave this page. We email a link to {order.mail.to} when the file is ready.</p>
        </div>
      )}
      {order.state === 'failed' && (
        <Notice tone="error">We could not create the file. Please export the orders again.</Notice>
      )}
      {order.state === 'expired' && (
        <Notice tone="info">
          This file has expired. We delete files after seven days, or sooner when a customer asks us to erase their
          data. Please export the orders again.
        </Notice>
      )}
      <dl className={styles.facts}>
        <dt>File</dt>
        <dd>
          {order.file_name}
          {order.size > 0 && ` · ${fileSize(order.size)}`}
        </dd>
        <dt>Which orders</dt>
        <dd>{exportedOrdersText(order)}</dd>
        <dt>Contents</dt>
        <dd>
          {countText(order.total, 'order')}, {countText(order.columns, 'column')}, {formatName[order.format]}
        </dd>
        <dt>Requested by</dt>
        <dd>
          {order.asked_by}, <When at={order.created_at} form="full" />
        </dd>
        {order.state === 'done' && (
          <>
            <dt>Kept until</dt>
            <dd>
              <When at={order.expires_at} form="full" />
            </dd>
          </>
        )}
        <dt>Email</dt>
        <dd>{mailWords(order)}</dd>
      </dl>
    </>
  );
}

function mailWords({ mail, state }: OrderExport): string {
  if (mail.state === 'sent') return `Sent to ${mail.to}`;
  if (mail.state === 'failed') return `Could not be delivered to ${mail.to}`;
  return state === 'under-way' ? `To ${mail.to}, when it is ready` : `On its way to ${mail.to}`;
}

function Failed({ query }: { query: FailedQuery }) {
  if (!hasCode(query.error, 'not-found') && !hasCode(query.error, 'invalid-input')) return <ErrorState query={query} />;
  return (
    <EmptyState
      title="Export not found"
      action={
        <Button variant="default" renderRoot={(props) => <Link to="/dashboard/exports" search={{}} {...props} />}>
          See all exports
        </Button>
      }
    >
      It was deleted, or it belongs to another shop.
    </EmptyState>
  );
}
