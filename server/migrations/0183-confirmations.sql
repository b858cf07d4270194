-- A confirmation names what it is about, and counts only while that is the same. Older ones do not say it: they are asked again.
drop trigger mark_row_changed on batch_row;
alter table batch_row alter column accepted drop default;
alter table batch_row alter column accepted type jsonb using '[]'::jsonb;
alter table batch_row alter column accepted set default '[]';
create trigger mark_row_changed before update on batch_row
  for each row
  when (
    (old.state, old.ready, old.revision, old.attempt, old.code, old.message, old.shipment_id, old.fields, old.facts,
     old.issues, old.accepted, old.changes, old.account_because, old.destination_name)
    is distinct from
    (new.state, new.ready, new.revision, new.attempt, new.code, new.message, new.shipment_id, new.fields, new.facts,
     new.issues, new.accepted, new.changes, new.account_because, new.destination_name)
  )
  execute function mark_row_changed();
