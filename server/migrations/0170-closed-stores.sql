-- Why a store does not let us in, since when, and when we ask it again (docs/decisions/0029).
-- `access_revoked_at` is replaced by `closed_as = 'withdrawn'`. It is kept for the version before this one.
alter table shop_credential
  add column closed_as text check (closed_as in ('frozen', 'locked', 'scopes-missing', 'withdrawn')),
  add column closed_at timestamptz,
  add column probe_at timestamptz,
  add constraint shop_credential_closed check ((closed_as is null) = (closed_at is null));

update shop_credential set closed_as = 'withdrawn', closed_at = access_revoked_at where access_revoked_at is not null;

create index shop_credential_probe on shop_credential (probe_at) where closed_as is not null;

-- Store updates that were given up because the store refused our access are due again.
update desired_store_state set state = 'due', tries = 0, next_at = now()
where state = 'failed' and message like 'The store refused access:%';
