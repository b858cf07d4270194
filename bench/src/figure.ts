/** One measured figure beside its target. */
export type Figure = {
  what: string;
  /** In the words of the table: "1.4 times", "512 a second". */
  measured: string;
  target: string;
  passed: boolean;
};

export const atMost = (what: string, value: number, limit: number, unit: string): Figure => ({
  what,
  measured: `${shown(value)} ${unit}`,
  target: `at most ${rounded(limit)} ${unit}`,
  passed: value <= limit,
});

export const under = (what: string, value: number, limit: number, unit: string): Figure => ({
  what,
  measured: `${shown(value)} ${unit}`,
  target: `under ${rounded(limit)} ${unit}`,
  passed: value < limit,
});

export const atLeast = (what: string, value: number, limit: number, unit: string): Figure => ({
  what,
  measured: `${shown(value)} ${unit}`,
  target: `at least ${rounded(limit)} ${unit}`,
  passed: value >= limit,
});

export const between = (what: string, value: number, [low, high]: readonly [number, number], unit: string): Figure => ({
  what,
  measured: `${shown(value)} ${unit}`,
  target: `from ${rounded(low)} to ${rounded(high)} ${unit}`,
  passed: value >= low && value <= high,
});

export const failed = (what: string, target: string, why: string): Figure => ({
  what,
  measured: why,
  target,
  passed: false,
});

export const shown = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2));

/** 2.85, not 2.8499999999999996. */
const rounded = (limit: number): number => Number(limit.toFixed(2));

export function table(figures: Figure[]): string {
  const rows = figures.map((one) => [one.what, one.measured, one.target, one.passed ? 'passed' : 'MISSED']);
  const all = [['figure', 'measured', 'target', 'verdict'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('   ')
        .trimEnd(),
    )
    .join('\n');
}
