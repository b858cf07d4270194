import type { StoreImport } from '@courierdesk/contract/store-import';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { storeImportQuery } from '../../api/store-import.ts';
import { lazyNamed } from '../../ui/lazy-named.ts';

const RunningImport = lazyNamed(async () => (await import('./running-import.tsx')).RunningImport);
const FinishedImport = lazyNamed(async () => (await import('./running-import.tsx')).FinishedImport);

/** The first import of the store’s orders: shown while it runs, and its end to people who saw it run. */
export function StoreImportStatus() {
  const { data } = useQuery(storeImportQuery);
  const [last, setLast] = useState<StoreImport>();
  if (data && data !== last) setLast(data);
  if (!last) return null;
  return <Suspense>{data ? <RunningImport one={data} /> : <FinishedImport one={last} />}</Suspense>;
}
