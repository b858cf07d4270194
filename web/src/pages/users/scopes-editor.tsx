import {
  scopeDescription,
  scopeGroups,
  scopesOfGroup,
  type Scope,
  type ScopeGroup,
} from '@courierdesk/contract/scopes';
import { countText } from '@courierdesk/contract/count-text';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { fieldId, type FormProblem } from '../../ui/forms/use-schema-form.ts';
import { scopesFrom, textOfScopes, withoutScopes, withScopes } from './picked-scopes.ts';
import { readyMadeRoles, roleWith } from './ready-made-roles.ts';
import { ScopeBadge } from '../../parts/scopes/scope-badge.tsx';
import styles from './scopes-editor.module.css';

const groupTitle: Record<ScopeGroup, string> = {
  ORDERS: 'Orders',
  ACCOUNTS: 'Accounts',
  USERS: 'Users',
  SETTINGS: 'Settings',
  ANALYTICS: 'Analytics',
};

type ScopesForm = {
  readonly values: { readonly scopes: string };
  readonly problems: readonly FormProblem[];
  set(field: 'scopes', value: string): void;
  clearError(field: 'scopes'): void;
};

/** What a user may do: ready-made roles to start from, then each scope, in groups that open when no role fits. */
export function ScopesEditor({ form }: { form: ScopesForm }) {
  const picked = scopesFrom(form.values.scopes);
  const onChange = (scopes: readonly Scope[]): void => {
    form.set('scopes', textOfScopes(scopes));
    form.clearError('scopes');
  };
  const role = roleWith(picked);
  const [startsOpen] = useState(picked.length > 0 && !role);
  return (
    <div className={styles.editor} id={fieldId('scopes')} tabIndex={-1} aria-describedby="scopes-error">
      <div className={styles.roles} role="group" aria-label="Start from a role">
        {readyMadeRoles.map(({ label, about, scopes }) => (
          <button
            key={label}
            type="button"
            className={styles.role}
            aria-pressed={role?.label === label}
            onClick={() => onChange(scopes)}
          >
            <strong>{label}</strong>
            <span className={styles.dim}>{about}</span>
          </button>
        ))}
      </div>
      <details open={startsOpen} className={styles.single}>
        <summary>
          Choose single scopes <span className={styles.dim}>{countText(picked.length, 'scope')} chosen</span>
        </summary>
        {scopeGroups.map((group) => (
          <ScopeGroupFields key={group} group={group} picked={picked} onChange={onChange} />
        ))}
      </details>
      <p id="scopes-error" className={styles.error} role="alert">
        {form.problems.find(({ field }) => field === 'scopes')?.message}
      </p>
    </div>
  );
}

function ScopeGroupFields(props: { group: ScopeGroup; picked: readonly Scope[]; onChange: (picked: Scope[]) => void }) {
  const { group, picked, onChange } = props;
  const scopes = scopesOfGroup(group);
  const count = scopes.filter((scope) => picked.includes(scope)).length;
  const change = (changed: readonly Scope[], checked: boolean): void =>
    onChange(checked ? withScopes(picked, changed) : withoutScopes(picked, changed));
  const title = groupTitle[group];
  if (scopes.length === 0)
    return (
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{title}</legend>
        <p className={styles.dim}>Only the owner can add and change users.</p>
      </fieldset>
    );
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{title}</legend>
      <Checkbox
        label={`All in ${title}`}
        checked={count === scopes.length}
        indeterminate={count > 0 && count < scopes.length}
        onChange={(event) => change(scopes, event.currentTarget.checked)}
      />
      <div className={styles.scopes}>
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            label={
              <span className={styles.label}>
                {scopeDescription[scope]} <ScopeBadge scope={scope} />
              </span>
            }
            checked={picked.includes(scope)}
            onChange={(event) => change([scope], event.currentTarget.checked)}
          />
        ))}
      </div>
    </fieldset>
  );
}
