-- Replaces words in the texts of a JSON value. Its structure and its numbers stay.
create function erase_words_in_json(value jsonb, pattern text) returns jsonb
language plpgsql immutable parallel safe set search_path = public, pg_temp as $$
begin
  return case jsonb_typeof(value)
    when 'string' then to_jsonb(regexp_replace(value #>> '{}', pattern, 'Erased', 'gi'))
    when 'array' then (
      select coalesce(jsonb_agg(erase_words_in_json(item, pattern) order by place), '[]')
      from jsonb_array_elements(value) with ordinality as one (item, place))
    when 'object' then (
      select coalesce(jsonb_object_agg(name, erase_words_in_json(item, pattern)), '{}')
      from jsonb_each(value) as one (name, item))
    else value
  end;
end $$;

create or replace function erase_words_from_audit_events(subjects text[], pattern text)
returns void language sql volatile security definer set search_path = public, pg_temp as $$
  update audit_event set
    detail = erase_words_in_json(detail, pattern),
    changes = erase_words_in_json(changes, pattern),
    subject_label = regexp_replace(subject_label, pattern, 'Erased', 'gi')
  where shop_id = current_setting('app.shop_id', true) and subject_id = any(subjects)
    and (detail::text ~* pattern or changes::text ~* pattern or subject_label ~* pattern)
$$;
