import { companyName } from '@courierdesk/contract/companies';
import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import { Select } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { CellEditorProps } from './cell-editor-props.ts';
import type { BatchRowEdit } from '@courierdesk/contract/batches';
import { changeOf } from '../rows/cell-values.ts';
import styles from './sheet.module.css';
import { useListEditor } from './use-list-editor.ts';

/** Chooses a courier account. Accounts that cannot book yet are listed with what they lack. */
export function AccountEditor(props: CellEditorProps) {
  const { row, accounts, column } = props;
  const chosen = accounts.find((account) => account.id === row.fields.tracking_account);
  const [search, setSearch] = useState(props.typed ?? chosen?.name ?? '');
  const input = useRef<HTMLInputElement>(null);
  const typed = search.trim() !== '' && search !== chosen?.name;
  const leaving = useListEditor(input, props, typed ? { change: changeToAccount(search, accounts) } : undefined);
  useEffect(() => {
    input.current?.focus();
    if (props.typed === undefined) input.current?.select();
  }, [props.typed]);
  return (
    <Select
      ref={input}
      aria-label={`${column.title} of ${row.order_name}`}
      className={styles.listEditor}
      classNames={{ input: styles.editor, option: styles.accountRow }}
      searchable
      defaultDropdownOpened
      selectFirstOptionOnChange
      data={accounts.map((account) => ({
        value: account.id,
        label: account.name,
        disabled: account.missing_to_book.length > 0,
      }))}
      filter={({ options, search: words }) =>
        words === chosen?.name
          ? options
          : options.filter(
              (option) => 'label' in option && option.label.toLowerCase().includes(words.trim().toLowerCase()),
            )
      }
      comboboxProps={{ width: 280, position: 'bottom-start' }}
      nothingFoundMessage="No account with this name"
      renderOption={({ option }) => {
        const account = accounts.find((one) => one.id === option.value);
        return (
          <span className={styles.option}>
            <span>
              {option.label}
              {account && account.missing_to_book.length > 0 && (
                <span className={styles.lacks}>Cannot book yet: {account.missing_to_book.join(', ')} missing</span>
              )}
            </span>
            {account && <span className="dim">{companyName[account.company]}</span>}
          </span>
        );
      }}
      rightSection={<></>}
      defaultValue={row.fields.tracking_account || null}
      searchValue={search}
      onSearchChange={setSearch}
      onOptionSubmit={(id) => leaving.take({ tracking_account: id })}
      onKeyDown={leaving.onKeyDown}
      onBlur={leaving.onBlur}
    />
  );
}

/** The change to the account with this name, or to the only one with the text in its name. */
function changeToAccount(text: string, accounts: readonly AccountChoice[]): BatchRowEdit | undefined {
  const named = accounts.filter((account) => account.name.toLowerCase().includes(text.trim().toLowerCase()));
  return changeOf('tracking_account', named.length === 1 ? (named[0]?.name ?? '') : text, accounts);
}
