import { forInputFaults, inputFaults } from '@courierdesk/contract/input-faults';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { z } from 'zod';
import { ApiError } from '../../lib/failures.ts';
import { useSubmitKey } from '../../lib/keys.ts';
import { useInterruptedForm } from '../../lib/use-interrupted-form.ts';

/** Numbers are texts as typed; the schema reads them. */
type Values = Record<string, string | boolean>;

export type FormProblem = { field: string; message: string };

/** Id of a field's input, for labels, links and focus. */
export const fieldId = (name: string): string => `field-${name}`;

/**
 * A form validated by a schema of the contract. Problems appear beside their fields, also those of the server that name
 * a field; other errors are `failure`. Values stay after a failure. Ctrl+Enter submits.
 */
export function useSchemaForm<V extends Values>(options: {
  /**
   * Tells the forms of a page apart: what someone typed in one never appears in another, and fields of the same name
   * have ids of their own. Dialogs need it.
   */
  name?: string;
  initial: V;
  schema: z.ZodType | ((values: V) => FormProblem[]);
  save: (values: V) => Promise<void>;
  /** Data of the form is loading: the form is `waiting` instead, until it is submitted again or a value changes. */
  loading?: () => boolean;
  /** Fields with passwords and keys. A reload for a new version does not store them. */
  secrets?: readonly string[];
  /** The form stores its own draft when the session ends. */
  hasOwnDraft?: boolean;
}) {
  /** The values that were submitted while data of the form was loading. */
  const [waiting, setWaiting] = useState<V>();
  const form = useForm<V>({
    initialValues: options.initial,
    validate: (values) => Object.fromEntries(check(options.schema, values).map((one) => [one.field, one.message])),
    clearInputErrorOnChange: true,
  });

  const { secrets = [] } = options;
  const changed = changedSince(form.getInitialValues(), form.values);
  useInterruptedForm<Values>({
    ...(options.name !== undefined && { name: options.name }),
    // Someone else may have saved other fields when they are restored.
    values: changed,
    withoutSecrets: Object.fromEntries(
      Object.entries(changed).map(([name, value]) => [name, secrets.includes(name) ? '' : value]),
    ),
    dirty: !options.hasOwnDraft && form.isDirty(),
    fits: (kept): kept is Values => isPartOf(options.initial, kept),
    restore: (kept) => {
      form.setValues(Object.assign({ ...form.getValues() }, kept));
      for (const name of secrets) if (kept[name] === '') form.setFieldError(name, enterAgain);
    },
  });

  const nameOnPage = (field: string): string =>
    options.name === undefined ? field : `${options.name.replaceAll(/\W+/g, '-')}-${field}`;

  const save = useMutation({
    mutationFn: (values: V) => options.save(values),
    onError: (error) => {
      const beside = fieldProblems(error, options.initial);
      for (const { field, message } of beside) form.setFieldError(field, message);
      if (beside[0]) focusField(nameOnPage(beside[0].field));
    },
  });

  const submit = (event?: FormEvent<HTMLFormElement>): void => {
    event?.preventDefault();
    if (save.isPending) return;
    setWaiting(undefined);
    if (options.loading?.()) return setWaiting(form.values);
    const { hasErrors, errors } = form.validate();
    const first = Object.keys(errors)[0];
    if (hasErrors && first) focusField(nameOnPage(first));
    else save.mutate(form.values);
  };

  useSubmitKey(() => submit());

  return {
    form,
    values: form.values,
    set: form.setFieldValue,
    /** Clears a field's error after its value was set by code. */
    clearError: form.clearFieldError,
    /** Props of an input: value, change, error, id and name. `checkbox` for switches and check boxes. */
    field: (name: Extract<keyof V, string>, type: 'input' | 'checkbox' = 'input') => ({
      ...form.getInputProps(name, { type }),
      id: fieldId(nameOnPage(name)),
      name,
    }),
    submit,
    saving: save.isPending,
    waiting: waiting === form.values,
    failure: fieldProblems(save.error, options.initial).length === 0 ? (save.error ?? undefined) : undefined,
    clearFailure: save.reset,
    dirty: form.isDirty(),
    /** Whether the form has unsaved changes now, not when it was last drawn. */
    isDirty: () => form.isDirty(),
    problems: Object.entries(form.errors).map(([field, message]): FormProblem => ({ field, message: String(message) })),
    /** Sets these values as the saved state. */
    saved: (values: V): void => {
      form.setInitialValues(values);
      form.setValues(values);
      form.resetDirty(values);
    },
    /**
     * Sets new saved values. A field that the person has changed since `from` keeps what they entered: since the form was
     * last saved, or since it was submitted.
     */
    rebase: (saved: V, from: V = form.getInitialValues()): void => {
      const typed = changedSince(from, form.getValues());
      form.setInitialValues(saved);
      form.resetDirty(saved);
      form.setValues(Object.assign({ ...saved }, typed));
    },
    discard: (): void => {
      form.reset();
      save.reset();
    },
  };
}

/** What the server says of single fields of a form. */
const fieldProblems = (error: unknown, values: Values): FormProblem[] =>
  error instanceof ApiError
    ? error.problems.flatMap(({ field, msg }) => (field && field in values ? [{ field, message: msg }] : []))
    : [];

const enterAgain = 'The page was updated. Enter this again.';

const changedSince = (from: Values, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== from[name]));

/** Another version of the form may have had other fields. */
const isPartOf = (whole: Values, kept: unknown): boolean =>
  typeof kept === 'object' &&
  kept !== null &&
  Object.entries(kept).every(([name, value]) => typeof value === typeof whole[name]);

export function focusField(name: string): void {
  const field = document.getElementById(fieldId(name));
  field?.closest('details')?.setAttribute('open', '');
  field?.focus();
}

function check<V>(schema: z.ZodType | ((values: V) => FormProblem[]), values: V): FormProblem[] {
  if (typeof schema === 'function') return schema(values);
  return schemaProblems(schema, values);
}

/** The problems of a schema, by form field. */
export const schemaProblems = (schema: z.ZodType, values: unknown): FormProblem[] =>
  (schema.safeParse(values, forInputFaults).error?.issues ?? [])
    .flatMap(inputFaults)
    .map(({ msg, field }) => ({ field: field?.split('.')[0] ?? '', message: msg }));
