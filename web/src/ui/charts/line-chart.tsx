import '@mantine/charts/styles.layer.css';
import { LineChart } from '@mantine/charts';

export type ChartLine = { name: string; label: string; color: string; dashes: string };

/** Lines that differ by their dashes as well as their colour. */
export const Lines = (props: { data: Record<string, string | number>[]; lines: readonly ChartLine[]; by: string }) => (
  <LineChart
    h={260}
    data={props.data}
    dataKey={props.by}
    series={props.lines.map(({ name, label, color, dashes }) => ({ name, label, color, strokeDasharray: dashes }))}
    curveType="linear"
    strokeWidth={2}
    withDots={props.data.length <= 31}
    valueFormatter={(value) => value.toLocaleString('en-US')}
    lineProps={{ isAnimationActive: false }}
    tooltipAnimationDuration={0}
    yAxisProps={{ allowDecimals: false, width: 48 }}
  />
);
