import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { gunzipSync } from 'node:zlib';
import { apiBase } from '@courierdesk/contract/endpoint';
import { getAllOrders } from '@courierdesk/contract/shipments';

const agent = new Agent({ keepAlive: true });

/** Time of one page of the orders list, from sending the request to the last byte of the answer. Without parsing. */
export async function timedOrdersPage(
  url: string,
  token: string,
  search: Record<string, string>,
): Promise<{ tookMs: number; total: number }> {
  const path = `${getAllOrders.path}?${new URLSearchParams(search).toString()}`;
  const startedAt = performance.now();
  const { status, isCompressed, bytes } = await getBytes(`${url}${apiBase}${path}`, token);
  const tookMs = performance.now() - startedAt;
  const text = (isCompressed ? gunzipSync(bytes) : bytes).toString();
  if (status !== 200) throw new Error(`${path}: ${text}`);
  return { tookMs, total: getAllOrders.reply.parse(JSON.parse(text)).totalOrders };
}

type Bytes = {
  status: number | undefined;
  isCompressed: boolean;
  bytes: Buffer;
};

function getBytes(url: string, token: string): Promise<Bytes> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' };
  return new Promise((resolve, reject) => {
    request(url, { agent, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode,
          isCompressed: answer.headers['content-encoding'] === 'gzip',
          bytes: Buffer.concat(parts),
        }),
      );
      answer.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}
