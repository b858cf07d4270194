import { parseArgs } from 'node:util';
import { doctor } from '../server/src/app/doctor/doctor.ts';
import { root } from './stack/program.ts';

/** Checks what Courierdesk needs. Ends with 1 when something must be done. */
try {
  const { values } = parseArgs({ options: { mail: { type: 'string' } } });
  const options = { env: process.env, folder: root, mailTo: values.mail };
  // Checks that still wait for an answer must not keep the program.
  process.exit(await doctor(options, (line) => process.stdout.write(`${line}\n`)));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
