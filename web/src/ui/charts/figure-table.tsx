import type { ReactNode } from 'react';
import styles from './figure-table.module.css';

export type FigureColumn<Row> = { title: string; number?: boolean; cell: (row: Row) => ReactNode };

/** A plain table of figures; on narrow screens it scrolls sideways. */
export function FigureTable<Row>(props: {
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly FigureColumn<Row>[];
  foot?: readonly ReactNode[];
}) {
  return (
    // A region that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="region" aria-label={props.label} tabIndex={0}>
      <table className={styles.table} aria-label={props.label}>
        <thead>
          <tr>
            {props.columns.map(({ title, number }) => (
              <th key={title} scope="col" data-number={number || undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={props.rowKey(row)}>
              {props.columns.map(({ title, number, cell }, index) =>
                index === 0 ? (
                  <th key={title} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={title} data-number={number || undefined}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
        {props.foot && (
          <tfoot>
            <tr>
              {props.foot.map((cell, index) => (
                <td key={props.columns[index]?.title} data-number={props.columns[index]?.number || undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
