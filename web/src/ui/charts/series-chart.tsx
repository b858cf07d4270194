import type { SeriesStep } from '@courierdesk/contract/analytics';
import { dayOf } from '@courierdesk/contract/dates';
import { Button, Skeleton } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTimeZone } from '../../lib/time-zone.ts';
import { useNow } from '../../lib/use-now.ts';
import { Section } from '../section.tsx';
import { WhenVisible } from '../when-visible.tsx';
import { FigureTable } from './figure-table.tsx';
import { dayTexts } from './day-texts.ts';
import type { ChartLine, LineChart as LoadedLineChart, Point } from './line-chart.tsx';
import { formatCount } from '@courierdesk/contract/count-text';

const LineChart = lazy(async () => ({
  default: await import('./line-chart.tsx').then(
    (module) => module.LineChart,
    () => NotLoaded,
  ),
}));

/** In place of the chart, so that the rest of the page still works. */
const NotLoaded: typeof LoadedLineChart = () => (
  <p>The chart could not be loaded. Choose “Show table” for the numbers, or reload the page.</p>
);

const stepName: Record<SeriesStep, string> = { day: 'Day', week: 'Week from', month: 'Month' };

/** Counts over time as a chart, or as its table. */
export function SeriesChart<Name extends string>(props: {
  title: string;
  about?: string;
  step: SeriesStep;
  data: readonly Point<Name>[];
  lines: readonly (ChartLine & { name: Name })[];
}) {
  const { title, step, data, lines } = props;
  const today = dayOf(useNow(), useTimeZone());
  const [asTable, setAsTable] = useState(false);
  const { dayText, axisText } = useMemo(() => dayTexts(step, today), [step, today]);
  const isEmpty = data.every((one) => lines.every(({ name }) => one[name] === 0));
  return (
    <Section
      title={`${title} per ${step}`}
      about={props.about}
      aside={
        !isEmpty && (
          <Button variant="default" size="xs" onClick={() => setAsTable(!asTable)}>
            {asTable ? 'Show chart' : 'Show table'}
          </Button>
        )
      }
    >
      {isEmpty ? (
        <p>No {title.toLowerCase()} in these days.</p>
      ) : asTable ? (
        <FigureTable
          label={`${title} per ${step}`}
          rows={data}
          rowKey={({ day }) => day}
          columns={[
            { title: stepName[step], cell: ({ day }) => dayText(day) },
            ...lines.map(({ name, label }) => ({
              title: label,
              number: true,
              cell: (point: Point<Name>) => formatCount(point[name]),
            })),
          ]}
        />
      ) : (
        <WhenVisible height={260}>
          {() => (
            <Suspense fallback={<Skeleton height={260} />}>
              <div role="img" aria-label={`${title} per ${step}, as a chart. Choose “Show table” for the numbers.`}>
                <LineChart data={data} lines={lines} dayText={dayText} axisText={axisText} />
              </div>
            </Suspense>
          )}
        </WhenVisible>
      )}
    </Section>
  );
}
