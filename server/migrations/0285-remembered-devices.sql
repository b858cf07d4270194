-- A token of the kind 'remembered-device' is in the cookie of a browser in which its user signs in without a second factor.
-- What ends the sessions of a user deletes it too, also in version 0.2.0.
--
-- 0.2.0 runs beside the migrations, which are one transaction, and each of its requests locks `session` before any other table.
-- So this is the first of them: after a change of another table that requests read, the two would wait for each other.
alter table session drop constraint session_kind_check;
alter table session add constraint session_kind_check
  check (kind in ('session', 'exchange', 'second-factor', 'remembered-device'));
