import { pagesOf } from '@courierdesk/contract/paging';
import { ActionIcon, Select } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import styles from './pagination.module.css';
import { formatCount } from '@courierdesk/contract/count-text';

const sizes = [25, 50, 100, 200];
export type Paging = {
  page: number;
  limit: number;
  total: number;
  things: string;
  /** More exist than `total`, but pages stop there. */
  more?: boolean | undefined;
  /** `replace`: the page does not exist, so the address should not lead back to it. */
  onChange: (paging: { page: number; limit: number }, replace: boolean) => void;
};

/**
 * `1 - 50 of 1,240 Orders`, page size and page buttons. `things` is the capitalised plural. A page beyond the end becomes
 * the last.
 */
export function Pagination(
  props: Paging & {
    /** `total` is that of an earlier question. */
    isPlaceholder?: boolean;
  },
) {
  const { limit, total, onChange } = props;
  const pages = pagesOf(props, total);
  const page = Math.min(props.page, pages);
  const first = total === 0 ? 0 : Math.min((page - 1) * limit + 1, total);
  const last = Math.min(page * limit, total);
  const isBeyond = props.page > pages && !props.isPlaceholder;
  const correct = useEffectEvent(() => onChange({ page: pages, limit }, true));
  useEffect(() => {
    if (isBeyond) correct();
  }, [isBeyond]);
  return (
    <nav className={styles.pagination} aria-label={`Pages of ${props.things.toLowerCase()}`}>
      <span className={styles.text} aria-live="polite">
        {formatCount(first)} - {formatCount(last)} of {props.more && 'more than '}
        {formatCount(total)} {props.things}
      </span>
      <Select
        aria-label="Rows per page"
        className={styles.size}
        size="xs"
        data={[...new Set([...sizes, limit])]
          .toSorted((a, b) => a - b)
          .map((size) => ({ value: String(size), label: `${size} rows` }))}
        value={String(limit)}
        onChange={(size) => onChange({ page: 1, limit: Number(size ?? limit) }, false)}
      />
      <ActionIcon
        variant="default"
        size={30}
        aria-label="Previous page"
        disabled={page <= 1}
        onClick={() => onChange({ page: page - 1, limit }, false)}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <span className={styles.place}>
        {formatCount(page)} / {formatCount(pages)}
      </span>
      <ActionIcon
        variant="default"
        size={30}
        aria-label="Next page"
        disabled={page >= pages}
        onClick={() => onChange({ page: page + 1, limit }, false)}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
    </nav>
  );
}
