import { parseArgs } from 'node:util';
import { table } from '../bench/src/figure.ts';
import { fullSize, largeSize, partNames, quickSize, runBench, usualParts } from '../bench/src/run-bench.ts';
import { stopSignal } from './stop-signal.ts';

const { values } = parseArgs({
  options: { quick: { type: 'boolean' }, large: { type: 'boolean' }, only: { type: 'string' } },
});
try {
  const large = values.large ? largeSize : fullSize;
  const size = values.quick ? quickSize : large;
  const only = values.only?.split(',') ?? usualParts;
  const wanted = partNames.filter((name) => only.includes(name));
  if (wanted.length < only.length) throw new Error(`--only takes some of ${partNames.join(',')}`);
  const figures = await runBench(size, wanted, (line) => console.log(line), stopSignal());
  console.log(`\n${table(figures)}`);
  process.exit(figures.every((figure) => figure.passed) ? 0 : 1);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
