import './readable-language.ts';
import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import Chart from 'uplot';
import styles from './line-chart.module.css';
import { formatCount } from '@courierdesk/contract/count-text';

/** `color`: the name of a CSS variable. `dashes`: pixels drawn and left out in turn; empty for an unbroken line. */
export type ChartLine = {
  readonly name: string;
  readonly label: string;
  readonly color: `--cd-${string}`;
  readonly dashes: readonly number[];
};

export type Point<Name extends string> = { readonly day: string } & Readonly<Record<Name, number>>;

const height = 240;
const maxPointsWithDots = 31;
const wholeNumbers = [1, 10, 100, 1_000, 10_000, 100_000].flatMap((power) => [power, 2 * power, 5 * power]);

type LineChartProps<Name extends string> = {
  data: readonly Point<Name>[];
  lines: readonly (ChartLine & { name: Name })[];
  dayText: (day: string) => string;
  /** Shorter, for the axis. */
  axisText: (day: string) => string;
};

/** Counts over time. The legend shows the counts of the day under the pointer. */
export function LineChart<Name extends string>(props: LineChartProps<Name>) {
  const { data, lines, dayText } = props;
  const scheme = useComputedColorScheme();
  const [index, setIndex] = useState<number>();
  const pointed = index === undefined ? undefined : data[index];
  return (
    <>
      <ul className={styles.legend} aria-hidden>
        {lines.map((line) => (
          <li key={line.name}>
            <Swatch line={line} />
            {line.label}
            {pointed && <b>{formatCount(pointed[line.name])}</b>}
          </li>
        ))}
        {pointed && <li className={styles.day}>{dayText(pointed.day)}</li>}
      </ul>
      {/* A canvas does not follow a change from light to dark by itself: the key draws it again. */}
      <Drawing key={scheme} {...props} onPoint={setIndex} />
    </>
  );
}

/** @param props.onPoint Gets the index of the point under the pointer, `undefined` when the pointer leaves. */
function Drawing<Name extends string>(props: LineChartProps<Name> & { onPoint: (index: number | undefined) => void }) {
  const { data, lines, axisText, onPoint } = props;
  const { ref: measure, width } = useElementSize();
  const [place, setPlace] = useState<HTMLDivElement | null>(null);
  const ref = useMergedRef(measure, setPlace);

  useEffect(() => {
    if (!place || width === 0) return undefined;
    const style = getComputedStyle(place);
    const color = (name: `--cd-${string}`): string => style.getPropertyValue(name);
    const axis = { stroke: color('--cd-dim'), font: `12px ${style.fontFamily}`, incrs: wholeNumbers };
    const noLines = { show: false };
    const chart = new Chart(
      {
        width,
        height,
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false } },
        scales: {
          x: { time: false, range: () => [-0.4, data.length - 0.6] },
          y: { range: (_chart, _min, max) => [0, Math.max(max, 1) * 1.05] },
        },
        axes: [
          {
            ...axis,
            space: 90,
            gap: 12,
            // Two lines for the day that is not over.
            size: 48,
            grid: noLines,
            ticks: noLines,
            values: (_chart, indexes) => indexes.map((at) => (data[at] ? axisText(data[at].day) : '')),
          },
          {
            ...axis,
            size: 56,
            grid: { stroke: color('--cd-border'), width: 1 },
            ticks: noLines,
            values: (_chart, counts) => counts.map(formatCount),
          },
        ],
        series: [
          {},
          ...lines.map((line) => ({
            stroke: color(line.color),
            width: 2,
            dash: [...line.dashes],
            points: { show: data.length <= maxPointsWithDots },
          })),
        ],
        hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)] },
      },
      [data.map((_point, at) => at), ...lines.map(({ name }) => data.map((point) => point[name]))],
      place,
    );
    return () => chart.destroy();
  }, [place, width, data, lines, axisText, onPoint]);

  return <div ref={ref} style={{ height }} />;
}

/** The line with its dashes, because colour alone does not tell lines apart. */
const Swatch = ({ line }: { line: ChartLine }) => (
  <svg width="28" height="4" className={styles.swatch}>
    <line x2="28" y1="2" y2="2" stroke={`var(${line.color})`} strokeWidth="2" strokeDasharray={line.dashes.join(' ')} />
  </svg>
);
