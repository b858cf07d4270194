import type { PaperSize } from '@courierdesk/contract/labels';
import type { ShopLogo } from '@courierdesk/contract/public-tracking';
import { Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { drawSampleLabel } from '../../../api/shop-look.ts';
import { messageOf } from '../../../lib/failures.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import styles from '../preview.module.css';
import { bodyOf, problemsOf, type LabelValues } from './label-values.ts';
import labelStyles from './label-preview.module.css';

/** Our own label of a made-up parcel, with what is typed in the form. */
export function LabelPreview({ values, logo }: { values: LabelValues; logo: ShopLogo | null }) {
  const [typed] = useDebouncedValue(values, 400);
  const isValid = problemsOf(typed).length === 0;
  const { data, error, refetch } = useQuery({
    queryKey: ['label-preview', bodyOf(typed), logo?.url],
    queryFn: ({ signal }) => drawSampleLabel(bodyOf(typed), signal),
    enabled: isValid,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  return (
    <section aria-label="Preview" className={styles.preview}>
      <div className={styles.head}>
        <h2 className={styles.title}>Preview</h2>
      </div>
      {data ? (
        <Label pdf={data} shape={shapeOf[typed.label_size]} />
      ) : error ? (
        <ErrorState query={{ error, refetch }} />
      ) : (
        <Skeleton style={{ aspectRatio: shapeOf[typed.label_size] }} />
      )}
      <p className={styles.about} role="status">
        {isValid
          ? 'A made-up parcel. Your prints change after you save.'
          : 'Fix the problems in the form to see the preview.'}
      </p>
    </section>
  );
}

/** Of one label on each paper. */
const shapeOf: Readonly<Record<PaperSize, string>> = {
  '4x6': '100 / 150',
  'a4-1': '210 / 297',
  'a4-2': '210 / 148',
  'a4-3': '210 / 99',
  'a4-4': '105 / 148',
  a5: '148 / 210',
};

function Label({ pdf, shape }: { pdf: Uint8Array; shape: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [failure, setFailure] = useState<unknown>();
  const [drawn, setDrawn] = useState(false);

  useEffect(() => {
    let newer = false;
    const draw = async (): Promise<void> => {
      try {
        const { drawFirstPage } = await import('./draw-pdf.ts');
        const page = await drawFirstPage(pdf);
        const shown = canvas.current;
        if (newer || !shown) return;
        [shown.width, shown.height] = [page.width, page.height];
        shown.getContext('2d')?.drawImage(page, 0, 0);
        shown.dataset['drawn'] = 'true';
        setDrawn(true);
        setFailure(undefined);
      } catch (error) {
        if (!newer) setFailure(error);
      }
    };
    void draw();
    return () => {
      newer = true;
    };
  }, [pdf]);

  return (
    <>
      {failure !== undefined && <Notice tone="error">{messageOf(failure)}</Notice>}
      <canvas
        ref={canvas}
        className={labelStyles.label}
        style={drawn ? undefined : { aspectRatio: shape }}
        role="img"
        aria-label="A sample label with your settings"
      />
    </>
  );
}
