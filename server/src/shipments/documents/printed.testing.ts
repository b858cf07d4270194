import type { BodyOf } from '@courierdesk/contract/endpoint';
import type { printLabels } from '@courierdesk/contract/labels';
import { vi } from 'vitest';
import type { TestServer } from '../../testing/test-server.ts';

/** Prints and waits until the PDF is ready. The worker renders large prints, and a busy machine takes more than 3 s. */
export async function printed(
  server: TestServer,
  token: string,
  body: Partial<BodyOf<typeof printLabels>>,
  // The body of a reply can have any shape; tests assert on it.
  // oxlint-disable-next-line no-explicit-any
): Promise<{ data: any; ticket: string }> {
  const answer = await server.call('POST', 'shipments/labels', { token, body });
  if (answer.status === 200) return answer.body;
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  const { id } = answer.body.data;
  await server.work('prints');
  const data = await vi.waitFor(
    async () => {
      const read = await server.call('GET', `shipments/labels/${id}`, { token });
      if (read.body.data.state !== 'done') throw new Error(`the print is ${read.body.data.state}`);
      return read.body.data;
    },
    { timeout: 30_000, interval: 100 },
  );
  const { ticket } = (await server.call('POST', `shipments/labels/${id}/ticket`, { token })).body;
  return { data, ticket };
}
