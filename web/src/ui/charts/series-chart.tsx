import type { SeriesStep } from '@courierdesk/contract/analytics';
import { formatDay } from '@courierdesk/contract/dates';
import { Button, Skeleton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Section } from '../section.tsx';
import { WhenVisible } from '../when-visible.tsx';
import { FigureTable } from './figure-table.tsx';
import type { ChartLine } from './line-chart.tsx';
import styles from './series-chart.module.css';

const Lines = lazy(async () => ({ default: (await import('./line-chart.tsx')).Lines }));

const stepName: Record<SeriesStep, string> = { day: 'Day', week: 'Week from', month: 'Month' };

/** Counts over time as a chart, or as its table. */
export function SeriesChart<Name extends string>(props: {
  title: string;
  step: SeriesStep;
  data: readonly ({ day: string } & Record<Name, number>)[];
  lines: readonly (ChartLine & { name: Name })[];
}) {
  const { title, step, data, lines } = props;
  const [asTable, setAsTable] = useState(false);
  const dayText = (day: string): string => (step === 'month' ? formatDay(day).slice(2).trim() : formatDay(day));
  const isEmpty = data.every((one) => lines.every(({ name }) => one[name] === 0));
  return (
    <Section
      title={`${title} per ${step}`}
      aside={
        <Button variant="default" size="xs" onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show chart' : 'Show table'}
        </Button>
      }
    >
      {asTable ? (
        <FigureTable
          label={`${title} per ${step}`}
          rows={data}
          rowKey={({ day }) => day}
          columns={[
            { title: stepName[step], cell: ({ day }) => dayText(day) },
            ...lines.map(({ name, label }) => ({
              title: label,
              number: true,
              cell: (one: { day: string } & Record<Name, number>) => one[name].toLocaleString('en-US'),
            })),
          ]}
        />
      ) : isEmpty ? (
        <p>No orders in these days.</p>
      ) : (
        <WhenVisible height={260}>
          {() => (
            <Suspense fallback={<Skeleton height={260} />}>
              <div role="img" aria-label={`${title} per ${step}, as a chart. Choose “Show table” for the numbers.`}>
                <Legend lines={lines} />
                <Lines by="label" lines={lines} data={data.map((one) => ({ ...one, label: dayText(one.day) }))} />
              </div>
            </Suspense>
          )}
        </WhenVisible>
      )}
    </Section>
  );
}

/** Each line with its dashes, because colour alone does not tell them apart. */
const Legend = ({ lines }: { lines: readonly ChartLine[] }) => (
  <ul className={styles.legend} aria-hidden>
    {lines.map(({ name, label, color, dashes }) => (
      <li key={name}>
        <svg width="28" height="4" className={styles.swatch}>
          <line x1="0" y1="2" x2="28" y2="2" stroke={color} strokeWidth="2" strokeDasharray={dashes} />
        </svg>
        {label}
      </li>
    ))}
  </ul>
);
