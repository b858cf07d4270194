import { Checkbox, Skeleton } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import styles from './data-table.module.css';
import type { RowsProps } from './desktop-rows.tsx';
import { isRowClick } from './row-click.ts';

export function PhoneRows<Row>(props: RowsProps<Row>) {
  const { marks } = props;
  return (
    <>
      {marks && (
        <Checkbox
          size="sm"
          label="Select all rows on this page"
          className={styles.phoneHead}
          classNames={{ body: styles.phoneHeadBody, label: styles.phoneHeadLabel }}
          {...marks.all}
          disabled={marks.all.disabled || props.stale}
        />
      )}
      <ul
        className={props.stale ? `${styles.phoneRows} ${styles.stale}` : styles.phoneRows}
        aria-label={props.label}
        inert={props.stale}
      >
        {props.waiting &&
          Array.from({ length: props.skeletonRows ?? 8 }, (_, index) => (
            <li key={index} className={styles.phoneRow} aria-hidden>
              <PhoneRow
                top={<Skeleton height={10} width={120 + ((index * 17) % 60)} my={5} />}
                bottom={<Skeleton height={10} width={180 + ((index * 29) % 70)} my={5} />}
              />
            </li>
          ))}
        {props.list.map((row) => (
          <ListedRow key={props.rowKey(row)} {...props} row={row} />
        ))}
      </ul>
    </>
  );
}

function ListedRow<Row>({ row, ...props }: RowsProps<Row> & { row: Row }) {
  const { marks } = props;
  const key = props.rowKey(row);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a larger target for the link in it
    <li
      className={styles.phoneRow}
      {...props.cursor.row(key)}
      data-tone={props.tone?.(row)}
      data-open={props.openKey === key || undefined}
      data-selected={marks?.isSelected(key) || undefined}
      onClick={(event) => isRowClick(event) && props.onOpen?.(row)}
    >
      {marks && <Checkbox size="sm" aria-label={`Select ${props.rowLabel(row)}`} {...marks.one(key)} />}
      <Content render={props.renderPhone} row={row} />
    </li>
  );
}

/** A tick does not draw it again. */
function Content<Row>({ render, row }: { render: (row: Row) => ReactNode; row: Row }) {
  return useMemo(() => render(row), [render, row]);
}

/** Two lines: who and how much, then where and the status. `more`: a third line, for buttons. */
export function PhoneRow(props: {
  top: ReactNode;
  topRight?: ReactNode;
  bottom: ReactNode;
  bottomRight?: ReactNode;
  more?: ReactNode;
}) {
  return (
    <div className={styles.phoneContent}>
      <div className={styles.phoneLine}>
        <div className={styles.phoneTop}>{props.top}</div>
        {props.topRight && <div className={styles.phoneTopRight}>{props.topRight}</div>}
      </div>
      <div className={styles.phoneLine}>
        <div className={styles.phoneBottom}>{props.bottom}</div>
        {props.bottomRight && <div className={styles.phoneEnd}>{props.bottomRight}</div>}
      </div>
      {props.more}
    </div>
  );
}
