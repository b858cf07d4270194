import { Skeleton } from '@mantine/core';
import { Page } from '../../ui/page.tsx';

/** While the code and the text of a page load. */
export const DocsSkeleton = () => (
  <Page title="Docs">
    <div aria-busy aria-label="Loading the page">
      {[92, 85, 60, 40, 96, 88, 70].map((width) => (
        <Skeleton key={width} height={12} mb={16} width={`${width}%`} maw={760} />
      ))}
    </div>
  </Page>
);
