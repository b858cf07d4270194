import pg from 'pg';
import { expect, test } from 'vitest';
import { createLogger } from './logging.ts';

function levelsOf(log: (logger: ReturnType<typeof createLogger>) => void): string[] {
  const levels: string[] = [];
  log(createLogger('info', { write: (line) => void levels.push(JSON.parse(line).level) }));
  return levels;
}

test('work that met a lost database warns, and every other failure is an error', () => {
  const shuttingDown = Object.assign(new pg.DatabaseError('the database system is shutting down', 1, 'error'), {
    code: '57P03',
  });
  expect(
    levelsOf((log) => {
      log.error({ err: shuttingDown, shopId: 'one' }, 'could not process webhooks');
      log.error({ err: new Error('no such topic') }, 'could not process webhooks');
      log.error('no error at hand');
      log.warn({ err: shuttingDown }, 'a warning stays one');
    }),
  ).toEqual(['warn', 'error', 'error', 'warn']);
});
