import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../stack/program.ts';
import { loggedErrors } from './logged-errors.ts';

/** Runs a program with the logger of the server, and returns what we find in its output. */
function errorsOf(code: string): string[] {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'courierdesk-log-'));
  const file = path.join(folder, 'server.log');
  const log = openSync(file, 'a');
  const script = `
    import { EventEmitter } from 'node:events';
    import { createLogger } from ${JSON.stringify(path.join(root, 'server/src/base/observability/logging.ts'))};
    const log = createLogger('info');
    ${code}`;
  spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script], {
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const errors = loggedErrors(file);
  rmSync(folder, { recursive: true });
  return errors;
}

test('a server without errors has none in its log', () => {
  expect(errorsOf(`log.info('ready'); log.warn('slow');`)).toEqual([]);
});

test('errors that the server logs are found, whatever they say', () => {
  const errors = errorsOf(
    `log.error({ err: new Error('no database') }, 'failed'); log.info('ready'); log.fatal('end');`,
  );
  expect(errors).toHaveLength(2);
  expect(errors.join('\n')).toContain('no database');
  expect(errors.join('\n')).toContain('"fatal"');
});

test('a crash is found: Node writes it beside the log', () => {
  const errors = errorsOf(`log.info('ready'); new EventEmitter().emit('error', new Error('Connection terminated'));`);
  expect(errors).toEqual([expect.stringMatching(/Connection terminated[^]*Emitted 'error' event/)]);
});
