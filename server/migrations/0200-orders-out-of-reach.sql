-- The store hides the order from us, or it was deleted: nobody can update it through us.
alter table desired_store_state drop constraint desired_store_state_state_check;
alter table desired_store_state add constraint desired_store_state_state_check
  check (state in ('due', 'done', 'failed', 'conflict', 'out-of-reach'));
