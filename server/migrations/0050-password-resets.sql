-- Requests for a mailed link to create a new password. A job looks up whose email it is, so that the reply to the request
-- takes the same time for every email. Belongs to no shop yet.
create table password_reset_request (
  id text primary key,
  email text not null,
  -- Who asked, for the audit trail.
  ip text not null,
  request_id text not null,
  created_at timestamptz not null
);
grant insert on password_reset_request to courierdesk_tenant;
grant select, insert, update, delete on password_reset_request to courierdesk_system;

alter table mailed_link drop constraint mailed_link_kind_check;
alter table mailed_link add constraint mailed_link_kind_check check (kind in ('verify-email', 'reset-password'));
alter table mailed_link
  add used_at timestamptz,
  -- A newer link was sent, or the password was changed in another way.
  add voided_at timestamptz;
