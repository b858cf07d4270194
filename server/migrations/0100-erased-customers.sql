-- A customer who asked the store to be forgotten. Neither the store nor the courier brings their data back later.
alter table store_order add customer_erased_at timestamptz;
alter table shipment add customer_erased_at timestamptz;

-- The answer to a customer's request for their data travels as a file. It is deleted once the email is sent.
alter table mail
  add attachment_name text not null default '',
  add attachment text not null default '';

-- Removes a customer's words from the events of some subjects. Our roles cannot change the audit trail, so this function,
-- which runs as the owner of the table, is the only way. The pattern is a regular expression.
create function erase_words_from_audit_events(subjects text[], pattern text)
returns void language sql volatile security definer set search_path = public, pg_temp as $$
  update audit_event set
    detail = regexp_replace(detail::text, pattern, 'Erased', 'gi')::jsonb,
    changes = regexp_replace(changes::text, pattern, 'Erased', 'gi')::jsonb,
    subject_label = regexp_replace(subject_label, pattern, 'Erased', 'gi')
  where shop_id = current_setting('app.shop_id', true) and subject_id = any(subjects)
    and (detail::text ~* pattern or changes::text ~* pattern or subject_label ~* pattern)
$$;
revoke all on function erase_words_from_audit_events(text[], text) from public;
grant execute on function erase_words_from_audit_events(text[], text) to courierdesk_tenant;
