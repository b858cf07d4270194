import type { PrintedPapers as Papers } from '@courierdesk/contract/printed-papers';
import { Notice } from '../../ui/notice.tsx';
import styles from './printed-papers.module.css';
import { When } from '../../ui/dates/when.tsx';

/** Warns about a printed label or load sheet before a booking is cancelled. */
export function PrintedPapers({ papers: { printed, load_sheet: sheet } }: { papers: Papers }) {
  if (!printed && !sheet) return null;
  return (
    <div className={styles.papers}>
      <Notice tone="warning">
        {printed && (
          <>
            Its label was printed <When at={printed.at} form="full" />
            {printed.times > 1 && ` (${printed.times} times)`}. Take it off the parcel.{' '}
          </>
        )}
        {sheet &&
          (sheet.handed_over_at ? (
            <>
              It was handed over with load sheet {sheet.number}, <When at={sheet.handed_over_at} form="full" />. The
              courier has the parcel.
            </>
          ) : (
            <>It is on load sheet {sheet.number}. Cross it off, and do not hand over the parcel.</>
          ))}
      </Notice>
    </div>
  );
}
