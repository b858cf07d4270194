import { maxLabels } from '@courierdesk/contract/labels';
import type { SelectedShipments } from '@courierdesk/contract/shipment-selection';
import { Button, Checkbox, Progress } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { makeAllLoadSheets, type MadeSheets } from '../../../api/load-sheets.ts';
import { Notice } from '../../../ui/notice.tsx';
import { NamedParcels } from '../../../parts/shipments/named-parcels.tsx';
import { SkippedParcels } from '../../../parts/shipments/skipped-parcels.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import styles from './load-sheets-dialog.module.css';
import { countText, formatCount } from '@courierdesk/contract/count-text';

/** Creates and downloads load sheets for a selection: one per courier account, in parts if there are many. */
export function LoadSheetsDialog(props: {
  shipments: SelectedShipments;
  isShown: (id: string) => boolean;
  onClose: () => void;
  onMade: () => void;
}) {
  const { onClose } = props;
  const { load_sheet: sheet, named } = props.shipments;
  const taken = new Set(sheet.ids);
  const [again, setAgain] = useState(false);
  const [done, setDone] = useState(0);

  const make = useMutation({
    mutationFn: () => makeAllLoadSheets(sheet.ids, { again, onProgress: setDone }),
    onSuccess: (outcome) => {
      if (isMade(outcome)) props.onMade();
    },
  });
  const working = make.isPending;
  const failure = make.data?.failure;
  const made = make.data && isMade(make.data) ? make.data : undefined;

  return (
    <Dialog
      opened
      onClose={() => !working && onClose()}
      title={made ? 'Load sheets' : `Load sheet for ${countText(sheet.parcels, 'parcel')}`}
    >
      <div className={styles.content}>
        {made ? (
          <Result made={made} />
        ) : (
          <>
            <p>
              You download one load sheet per courier account, with two copies. For PostEx, this also moves the orders
              to Booked.
            </p>
            <NamedParcels
              label="Parcels for the load sheet"
              parcels={named.filter(({ id }) => taken.has(id))}
              total={sheet.parcels}
              isShown={props.isShown}
            />
            <SkippedParcels skipped={sheet.skipped} />
            <Checkbox
              label="Include parcels on an earlier load sheet"
              description="For parcels that the rider did not take."
              checked={again}
              onChange={(event) => setAgain(event.currentTarget.checked)}
            />
          </>
        )}
        {working && sheet.ids.length > maxLabels && (
          <div role="status">
            <Progress value={(done / sheet.ids.length) * 100} aria-label="Parcels on load sheets" />
            {formatCount(done)} of {formatCount(sheet.ids.length)} done
          </div>
        )}
        {failure && (
          <Notice tone="error" live>
            {failure}
          </Notice>
        )}
      </div>
      <div className="dialog-buttons">
        {made ? (
          <Button onClick={onClose} data-autofocus>
            Close
          </Button>
        ) : (
          <>
            <Button variant="default" disabled={working} onClick={onClose}>
              Cancel
            </Button>
            <Button loading={working} disabled={sheet.parcels === 0} onClick={() => make.mutate()} data-autofocus>
              Make load sheet
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

const isMade = ({ failure, made }: MadeSheets): boolean => failure === undefined || made.length > 0;

function Result({ made: { made: sheets, skipped, failure } }: { made: MadeSheets }) {
  const total = sheets.reduce((sum, one) => sum + one.parcels, 0);
  return (
    <>
      <Notice tone={skipped.length > 0 ? 'warning' : 'success'} live>
        {sheets.length === 0
          ? 'No load sheet was created.'
          : `${sheets.length === 1 ? 'Load sheet' : `${sheets.length} load sheets`} with ${countText(total, 'parcel')} ${failure === undefined ? 'downloaded' : 'created'}.`}
        {skipped.length > 0 && ` ${skipped.length} skipped.`}
      </Notice>
      {skipped.length > 0 && (
        <ul className={styles.skipped}>
          {skipped.map((one) => (
            <li key={one.shipment_id}>
              <strong>{one.order_name}</strong> <span className="numbers">{one.tracking_number}</span>: {one.message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
