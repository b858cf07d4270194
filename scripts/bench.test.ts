import { describe, expect, it } from 'vitest';
import { ordersPageSql } from '../bench/src/committed-sql.ts';
import { ordersPageCases } from '../bench/src/orders-page-cases.ts';

describe('the SQL that lies beside the bench is what the server sends', () => {
  it.each(ordersPageCases)('$name', async (one) => {
    const statements = await ordersPageSql(
      { one, shopId: '0'.repeat(24), shipments: 1_000_000, total: 1_000_000 },
      new Date(),
    );
    const texts = Object.values(statements).flatMap((statement) => statement?.sql ?? []);
    expect(texts.length).toBeGreaterThan(1);
    for (const text of texts) expect(text).toMatch(/^select /);
  });
});
