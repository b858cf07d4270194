import { companies, companyName, type Company } from '@courierdesk/contract/companies';
import {
  columnsText,
  fieldsToChoose,
  type ImportKind,
  type RecognisedColumns,
} from '@courierdesk/contract/import-columns';
import type { ImportPreview } from '@courierdesk/contract/import-previews';
import type { ChosenAccounts, Import } from '@courierdesk/contract/imports';
import { Button, Select, Switch } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { startPackedImport, startStoredImport } from '../../api/imports.ts';
import { readOnce } from '../../api/query-client.ts';
import { countText } from '@courierdesk/contract/count-text';
import { messageOf } from '../../lib/failures.ts';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { AccountChoices, chosenOf } from './account-choices.tsx';
import type { CsvFile } from './csv-file.ts';
import type { SheetView } from './csv-worker.ts';
import { FileColumns } from './file-columns.tsx';
import { previewFile } from './file-preview.ts';
import styles from './import-dialog.module.css';
import { previewFor, ImportPreviewParts, CheckingRows } from './import-preview.tsx';
import { actionName } from './import-texts.ts';
import { KindChoice } from './kind-choice.tsx';

/** Shows the file's columns and what would change, before anything changes. */
export function ImportReview(props: {
  kind: ImportKind;
  csv: CsvFile;
  sheet: SheetView;
  note: string;
  /** The import is being started. */
  sending: boolean;
  onSending: (sending: boolean) => void;
  onKind: (kind: ImportKind) => void;
  onOther: () => void;
  onStarted: (started: Import) => void;
  onClose: () => void;
}) {
  const { kind, csv, sheet, sending } = props;
  const [chosen, setChosen] = useState<RecognisedColumns>(sheet);
  const [company, setCompany] = useState<Company | undefined>(sheet.company);
  const [notify, setNotify] = useState(true);
  /** The preview of which the contradicting rows are included. With other columns or another courier, others may contradict. */
  const [included, setIncluded] = useState<ImportPreview>();
  const [accounts, setAccounts] = useState<ChosenAccounts>({});
  const [lookedUp, setLookedUp] = useState(0);
  const file = useId();
  const { columns } = chosen;
  const missing = fieldsToChoose(kind, chosen);
  const previewing = useQuery({
    queryKey: ['imports', 'preview', file, csv.name, kind, columns, company],
    queryFn: ({ signal }) => {
      setLookedUp(0);
      return previewFile(csv, sheet.total, { kind, columns, company }, signal, setLookedUp);
    },
    enabled: missing.length === 0,
    staleTime: readOnce,
    gcTime: 0,
  });
  const preview = previewing.data?.preview;
  const includeContradicting = preview !== undefined && preview === included;
  const choices = preview?.account_choices ?? [];
  const send = useMutation({
    mutationFn: async () => {
      const rest =
        kind === 'fulfilment'
          ? {
              file_name: csv.name,
              notify_customer: notify,
              accounts: chosenOf(choices, accounts),
              include_contradicting: includeContradicting,
            }
          : { file_name: csv.name, kind, company, include_contradicting: includeContradicting };
      const fileId = previewing.data?.fileId;
      return fileId
        ? startStoredImport(kind, { ...rest, file_id: fileId, columns: columnsText(kind, columns) })
        : startPackedImport(kind, await csv.pack(kind, columns, rest));
    },
    onMutate: () => props.onSending(true),
    onSuccess: props.onStarted,
    onSettled: () => props.onSending(false),
  });
  const changes = preview && previewFor(preview, includeContradicting).changed;
  return (
    <>
      <KindChoice kind={kind} onKind={props.onKind} />
      <div className={styles.file}>
        <span>
          <strong>{csv.name}</strong>{' '}
          <span className={styles.dim}>
            {countText(sheet.total, 'row')}
            {sheet.skipped > 0 && `, ${countText(sheet.skipped, 'line')} above the headings skipped`}
          </span>
        </span>
        <Button variant="subtle" size="compact-sm" disabled={sending} onClick={props.onOther}>
          Choose another file
        </Button>
      </div>
      {props.note && <Notice tone="info">{props.note}</Notice>}
      <FileColumns kind={kind} sheet={sheet} chosen={chosen} onChange={setChosen} />
      {kind === 'payment-statement' && (
        <Select
          className={styles.option}
          label="Courier"
          description="Only parcels of this courier are matched."
          placeholder="Any courier"
          clearable
          data={companies.map((one) => ({ value: one, label: companyName[one] }))}
          value={company ?? null}
          onChange={(value) => setCompany(companies.find((one) => one === value))}
        />
      )}
      {kind === 'fulfilment' && (
        <Switch
          className={styles.option}
          label="Email the customers"
          description="Shopify sends its shipping email after fulfilment."
          checked={notify}
          onChange={(event) => setNotify(event.currentTarget.checked)}
        />
      )}
      <AccountChoices choices={choices} chosen={accounts} onChange={setAccounts} />
      {missing.length > 0 ? (
        <Notice tone="warning" live>
          Choose a column for: {missing.map(({ label }) => label.toLowerCase()).join(', ')}.
        </Notice>
      ) : preview ? (
        <ImportPreviewParts
          kind={kind}
          preview={preview}
          includeContradicting={includeContradicting}
          onIncludeContradicting={(include) => setIncluded(include ? preview : undefined)}
        />
      ) : previewing.isError ? (
        <Notice
          tone="error"
          live
          action={
            <Button variant="default" size="xs" onClick={() => void previewing.refetch()}>
              Try again
            </Button>
          }
        >
          {messageOf(previewing.error)}
        </Notice>
      ) : (
        <CheckingRows rows={sheet.total} done={lookedUp} />
      )}
      <FailureNotice failure={send.error} />
      <div className={`end-buttons ${styles.sticky}`}>
        <Button variant="default" disabled={sending} onClick={props.onClose}>
          Cancel
        </Button>
        <Button loading={sending} disabled={missing.length > 0 || !changes} onClick={() => send.mutate()}>
          {actionName(kind, changes)}
        </Button>
      </div>
    </>
  );
}
