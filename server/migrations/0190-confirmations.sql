-- What a person confirms is kept with what it is about (batch_row.accepted), not in cells.
update batch_row set
  fields = fields - 'confirm_voided' - 'confirm_returned',
  edited = edited - 'confirm_voided' - 'confirm_returned'
where fields ?| array['confirm_voided', 'confirm_returned'];

-- A row that the store changed keeps all that its order says now.
update batch_row set facts = jsonb_set(facts, '{fresh}', jsonb_build_object(
  'version', facts -> 'fresh' -> 'version',
  'facts', (facts - 'fresh') || ((facts -> 'fresh') - 'version')))
where facts ? 'fresh';
