import type { BatchRow, BatchRowFields } from '@courierdesk/contract/batch';
import { Textarea, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { notAutofilled } from '../../../ui/forms/not-autofilled.ts';
import { useRowSeen } from '../edits/use-row-seen.ts';
import { useTakeOnClose } from '../edits/use-take-on-close.ts';
import { changeOf } from '../rows/cell-values.ts';
import type { BatchRowEdit } from '@courierdesk/contract/batches';
import { errorOfField } from '../rows/sheet-columns.ts';

type TextField = Exclude<keyof BatchRowFields, 'tracking_account' | 'destination_city' | 'notify_customer'>;

/** A text field of a row. It saves on blur. */
export function RowField(props: {
  row: BatchRow;
  field: TextField;
  label: string;
  description?: string | undefined;
  inputMode?: 'tel' | 'decimal' | 'email';
  long?: boolean;
  readOnly: boolean;
  onChange: (row: BatchRow, change: BatchRowEdit) => void;
}) {
  const { row, field } = props;
  const textOf = ({ fields }: BatchRow): string => String(fields[field]);
  const [typed, setTyped] = useState<string>();
  const seen = useRowSeen(row, typed !== undefined, textOf);
  const take = (): void => {
    if (typed !== undefined && typed !== textOf(seen)) props.onChange(seen, meaning(field, typed));
    setTyped(undefined);
  };
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useTakeOnClose(input, take);

  const shared = {
    ref: input,
    label: props.label,
    description: props.description || undefined,
    value: typed ?? textOf(row),
    readOnly: props.readOnly,
    error: typed === undefined ? errorOfField(row, field) : undefined,
    'data-autofocus': errorOfField(row, field) !== undefined || undefined,
    dir: 'auto',
    ...notAutofilled,
    onBlur: take,
  } as const;
  if (props.long)
    return (
      <Textarea
        {...shared}
        autosize
        minRows={2}
        maxRows={6}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    );
  return (
    <TextInput {...shared} inputMode={props.inputMode} onChange={(event) => setTyped(event.currentTarget.value)} />
  );
}

function meaning(field: TextField, text: string): BatchRowEdit {
  switch (field) {
    case 'consignee_phone2':
    case 'consignee_phone3': {
      const phone = changeOf('consignee_phone', text, []);
      return { [field]: phone?.consignee_phone ?? text };
    }
    case 'consignee_email':
    case 'products_list':
      return { [field]: text.trim() };
    default:
      return changeOf(field, text, []) ?? {};
  }
}
