import type { ViewPage } from '@courierdesk/contract/order-views';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { messageOf } from '../../lib/failures.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import styles from './name-view-dialog.module.css';

const pageNames: Record<ViewPage, string> = { orders: 'the orders page', 'store-orders': 'the store orders page' };

/** Asks for a view's name and whether it opens by default. */
export function NameViewDialog(props: {
  title: string;
  about?: string;
  action: string;
  name: string;
  isDefault: boolean;
  page: ViewPage;
  onClose: () => void;
  onSave: (named: { name: string; is_default: boolean }) => Promise<unknown>;
}) {
  const [name, setName] = useState(props.name);
  const [isDefault, setIsDefault] = useState(props.isDefault);
  const [problem, setProblem] = useState<string>();
  const save = useMutation({
    mutationFn: () => props.onSave({ name: name.trim(), is_default: isDefault }),
    onSuccess: () => props.onClose(),
    onError: (error) => setProblem(messageOf(error)),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() === '') setProblem('Enter a name');
    else save.mutate();
  };
  return (
    <Dialog opened onClose={props.onClose} title={props.title} size="sm">
      <form onSubmit={submit} noValidate className={styles.form}>
        {props.about && <p className={styles.about}>{props.about}</p>}
        <TextInput
          label="Name"
          data-autofocus
          value={name}
          error={problem}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        <Checkbox
          label="Open by default"
          description={`When you open ${pageNames[props.page]} from the menu.`}
          checked={isDefault}
          onChange={(event) => setIsDefault(event.currentTarget.checked)}
        />
        <div className="end-buttons">
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            {props.action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
