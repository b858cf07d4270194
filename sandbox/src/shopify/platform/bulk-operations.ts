import fs from 'node:fs';
import path from 'node:path';
import { gid, newId } from '../protocol/ids.ts';
import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import type { Shops } from './shops.ts';

export type BulkOperation = {
  id: number;
  shop: string;
  query: string;
  /** Children follow their parent directly. */
  grouped: boolean;
  scopes: string[];
  status: 'CREATED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELING' | 'CANCELED' | 'EXPIRED';
  errorCode: 'ACCESS_DENIED' | 'INTERNAL_SERVER_ERROR' | null;
  createdAt: string;
  completedAt: string | null;
  objectCount: number;
  rootObjectCount: number;
  fileSize: number | null;
};

/** A part of the result: lines of JSON, and how many of them are objects of the query's own connection. */
export type BulkPage = {
  lines: string[];
  roots: number;
};

export class BulkAccessDenied extends Error {}

export type BulkOperations = {
  get(shop: string, id: number): BulkOperation | undefined;
  list(shop: string): BulkOperation[];
  running(shop: string): BulkOperation[];
  start(shop: string, query: string, options: { grouped: boolean; scopes: string[] }): BulkOperation;
  cancel(operation: BulkOperation): void;
  file(operation: BulkOperation): string;
  /** Continues the operations that a killed process left unfinished. */
  resume(): void;
  close(): void;
};

/** `run` reads the store for one operation; it belongs to the API, which knows how to execute a query. */
export function openBulkOperations(
  shopify: { context: SandboxContext; shops: Shops; webhooks: Webhooks },
  run: (operation: BulkOperation) => AsyncIterable<BulkPage>,
): BulkOperations {
  const { context } = shopify;
  const stored = context.state.collection<BulkOperation>('shopify.bulk-operation');
  const dir = path.join(context.config.dataDir, 'bulk');
  const timers = new Set<NodeJS.Timeout>();
  let closed = false;

  function save(operation: BulkOperation): void {
    stored.put(String(operation.id), operation);
  }

  function afterDelay(shop: string, work: () => void): void {
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        work();
      },
      shopify.shops.get(shop)?.settings.bulkDelayMs ?? 0,
    );
    timers.add(timer);
  }

  function begin(operation: BulkOperation): void {
    afterDelay(operation.shop, () => {
      if (isDeleted(operation)) return;
      if (operation.status === 'CANCELING') return finish(operation, 'CANCELED');
      if (operation.status !== 'CREATED' && operation.status !== 'RUNNING') return;
      operation.status = 'RUNNING';
      save(operation);
      afterDelay(operation.shop, () => void execute(operation));
    });
  }

  function isDeleted(operation: BulkOperation): boolean {
    return stored.get(String(operation.id)) !== operation;
  }

  async function execute(operation: BulkOperation): Promise<void> {
    if (isDeleted(operation)) return;
    if (operation.status === 'CANCELING') return finish(operation, 'CANCELED');
    const fault = context.faults.pick('shopify', 'bulk-operation', { kinds: ['error500', 'down'] });
    if (fault?.kind === 'down') return finish(operation, 'EXPIRED');
    try {
      await writeFile(operation, fault !== undefined);
      if (closed || isDeleted(operation)) return;
      if (fault) throw new Error('a fault rule ends this operation');
      finish(operation, 'COMPLETED');
    } catch (error) {
      if (closed || isDeleted(operation)) return;
      operation.errorCode = error instanceof BulkAccessDenied ? 'ACCESS_DENIED' : 'INTERNAL_SERVER_ERROR';
      finish(operation, 'FAILED');
    }
  }

  /** Page by page, so that memory does not grow with the store. `cut`: stops in the middle of the first page. */
  async function writeFile(operation: BulkOperation, cut: boolean): Promise<void> {
    Object.assign(operation, { objectCount: 0, rootObjectCount: 0, fileSize: null });
    fs.mkdirSync(dir, { recursive: true });
    const file = await fs.promises.open(fileOf(operation), 'w');
    try {
      for await (const { lines, roots } of run(operation)) {
        if (closed || isDeleted(operation)) return;
        if (lines.length === 0) continue;
        const whole = Buffer.from(`${lines.join('\n')}\n`);
        const bytes = cut ? whole.subarray(0, whole.length / 2) : whole;
        await file.write(bytes);
        operation.objectCount += lines.length;
        operation.rootObjectCount += roots;
        operation.fileSize = (operation.fileSize ?? 0) + bytes.length;
        if (cut) return;
      }
    } finally {
      await file.close();
    }
  }

  function finish(operation: BulkOperation, status: 'COMPLETED' | 'FAILED' | 'CANCELED' | 'EXPIRED'): void {
    operation.status = status;
    operation.completedAt = context.now().toISOString();
    save(operation);
    shopify.webhooks.emit(operation.shop, 'bulk_operations/finish', {
      admin_graphql_api_id: gid('BulkOperation', operation.id),
      completed_at: operation.completedAt,
      created_at: operation.createdAt,
      error_code: operation.errorCode?.toLowerCase() ?? null,
      status: status.toLowerCase(),
      type: 'query',
    });
  }

  function fileOf(operation: BulkOperation): string {
    return path.join(dir, `${operation.id}.jsonl`);
  }

  return {
    get(shop, id) {
      const operation = stored.get(String(id));
      return operation?.shop === shop ? operation : undefined;
    },
    list: (shop) => [...stored.values()].filter((operation) => operation.shop === shop),
    running: (shop) =>
      [...stored.values()].filter((operation) => operation.shop === shop && inProgress.has(operation.status)),
    start(shop, query, { grouped, scopes }) {
      const operation: BulkOperation = {
        id: newId(context),
        shop,
        query,
        grouped,
        scopes,
        status: 'CREATED',
        errorCode: null,
        createdAt: context.now().toISOString(),
        completedAt: null,
        objectCount: 0,
        rootObjectCount: 0,
        fileSize: null,
      };
      save(operation);
      begin(operation);
      return operation;
    },
    cancel(operation) {
      if (operation.status !== 'CREATED' && operation.status !== 'RUNNING') return;
      operation.status = 'CANCELING';
      save(operation);
    },
    file: fileOf,
    resume() {
      for (const operation of stored.values()) if (inProgress.has(operation.status)) begin(operation);
    },
    close() {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

const inProgress = new Set<BulkOperation['status']>(['CREATED', 'RUNNING', 'CANCELING']);

export function presentBulkOperation(publicUrl: string, operation: BulkOperation): object {
  const file = operation.fileSize === null ? null : `${publicUrl}/shopify/${operation.shop}/bulk/${operation.id}.jsonl`;
  const isComplete = operation.status === 'COMPLETED';
  return {
    __typename: 'BulkOperation',
    id: gid('BulkOperation', operation.id),
    status: operation.status,
    errorCode: operation.errorCode,
    type: 'QUERY',
    query: operation.query,
    createdAt: operation.createdAt,
    completedAt: operation.completedAt,
    objectCount: String(operation.objectCount),
    rootObjectCount: String(operation.rootObjectCount),
    fileSize: operation.fileSize === null ? null : String(operation.fileSize),
    url: isComplete ? file : null,
    partialDataUrl: operation.completedAt !== null && !isComplete ? file : null,
  };
}
