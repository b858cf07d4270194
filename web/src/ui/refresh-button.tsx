import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';

/** Reads what a page shows again. It is busy only with that, not while another page, filter or range of days loads. */
export function RefreshButton(props: {
  query: { isFetching: boolean; isPending: boolean; isPlaceholderData: boolean; refetch: () => unknown };
  /** For a page that shows more than the query. */
  onRefresh?: () => unknown;
  /** The page itself reads the query every few seconds now. */
  isPolling?: boolean | undefined;
}) {
  const { query, onRefresh = query.refetch, isPolling = false } = props;
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} />}
      loading={query.isFetching && !query.isPending && !query.isPlaceholderData && !isPolling}
      onClick={() => void onRefresh()}
    >
      Refresh
    </Button>
  );
}
