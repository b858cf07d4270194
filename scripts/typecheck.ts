import { staticChecks, typeChecks } from './static-checks.ts';

const results = await staticChecks(typeChecks);
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;
