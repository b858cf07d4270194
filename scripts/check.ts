import { staticChecks } from './static-checks.ts';

const results = await staticChecks();
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;
