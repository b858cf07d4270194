import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import { ActionIcon, Switch } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconChevronRight, IconTrash } from '@tabler/icons-react';
import { useId, useRef, type KeyboardEvent } from 'react';
import { Notice } from '../../ui/notice.tsx';
import styles from './courier-rules.module.css';
import { RuleFields } from './rule-fields.tsx';
import { ruleText, type RuleValues } from './rule-values.ts';
import type { RulesForm } from './use-rules-form.ts';

/** A rule as a sentence, and its fields when open. Alt with an arrow key moves it. */
export function RuleCard(props: {
  rule: RuleValues;
  index: number;
  count: number;
  accounts: readonly AccountChoice[];
  form: RulesForm;
  warning: string | undefined;
  canWrite: boolean;
}) {
  const { rule, index, form } = props;
  const id = useId();
  const head = useRef<HTMLButtonElement>(null);
  const open = form.open === rule.key;
  const problems = form.problemsOf(index);
  const called = rule.name || `rule ${index + 1}`;
  const nameOf = (account: string): string => props.accounts.find((one) => one.id === account)?.name ?? 'an account';
  const move = (to: number): void => {
    if (to < 0 || to >= props.count) return;
    form.move(index, to);
    requestAnimationFrame(() => head.current?.focus());
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.altKey || !props.canWrite || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(index + (event.key === 'ArrowUp' ? -1 : 1));
  };
  return (
    <section
      className={styles.card}
      aria-label={`Rule ${index + 1}: ${rule.name || 'new'}`}
      data-off={!rule.active || undefined}
    >
      <div className={styles.head}>
        <button
          ref={head}
          type="button"
          className={styles.words}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => form.setOpen(open ? undefined : rule.key)}
          onKeyDown={onKeyDown}
        >
          <IconChevronRight size={16} aria-hidden className={styles.chevron} />
          <span>
            <strong>
              {index + 1}. {rule.name || 'New rule'}
              {!rule.active && <span className={styles.off}> off</span>}
            </strong>
            <span className={styles.does} dir="auto">
              {ruleText(rule, nameOf)}
            </span>
          </span>
        </button>
        {props.canWrite && (
          <div className={styles.tools}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Move ${called} up`}
              title="Move up (Alt and arrow)"
              disabled={index === 0}
              onClick={() => form.move(index, index - 1)}
            >
              <IconArrowUp size={16} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Move ${called} down`}
              title="Move down (Alt and arrow)"
              disabled={index === props.count - 1}
              onClick={() => form.move(index, index + 1)}
            >
              <IconArrowDown size={16} />
            </ActionIcon>
            <Switch
              aria-label={`${called} is on`}
              checked={rule.active}
              onChange={(event) => form.change(rule.key, { active: event.currentTarget.checked })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove ${called}`}
              onClick={() => form.remove(rule.key)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </div>
        )}
      </div>
      {props.warning && (
        <div className={styles.warning}>
          <Notice tone="warning">{props.warning}</Notice>
        </div>
      )}
      {open && (
        <div id={id}>
          <RuleFields
            rule={rule}
            accounts={props.accounts}
            problems={problems}
            form={form}
            readOnly={!props.canWrite}
          />
        </div>
      )}
      {!open && problems.length > 0 && (
        <p className={styles.problem} role="alert">
          {problems.map((problem) => problem.message).join('. ')}
        </p>
      )}
    </section>
  );
}
