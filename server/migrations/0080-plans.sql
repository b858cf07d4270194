alter table subscription
  -- End of the period that the store has charged for. The store renews it: it ends nothing. expires_at ends a plan that
  -- the store does not charge for.
  add period_ends_at timestamptz,
  -- The plan that the store has paused because of an unpaid bill. Meanwhile plan is FREE.
  add frozen_plan text check (frozen_plan in ('MONTHLY', 'YEARLY')),
  -- Grows with each comparison with the store: an older answer of the store never replaces a newer one.
  add version integer not null default 1,
  add checked_at timestamptz,
  add next_check_at timestamptz not null default now(),
  add lease_until timestamptz,
  add failures integer not null default 0,
  add constraint subscription_frozen check (frozen_plan is null or plan = 'FREE');
create index subscription_check on subscription (next_check_at);

-- A paid plan that someone asked for. It starts when the store says that the merchant approved it.
create table subscription_request (
  shop_id text not null references shop,
  id text not null,
  -- Of the token in the address that the store sends the merchant back to.
  token_hash bytea not null,
  plan text not null check (plan in ('MONTHLY', 'YEARLY')),
  -- The subscription in the store.
  plan_id text not null,
  subscriber text not null,
  activate_users boolean not null,
  activate_accounts boolean not null,
  state text not null check (state in ('open', 'approved', 'declined', 'expired', 'cancelled')),
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (shop_id, id)
);
create unique index subscription_request_plan on subscription_request (shop_id, plan_id);
create unique index subscription_request_token on subscription_request (shop_id, token_hash);

alter table subscription_request enable row level security;
create policy tenant on subscription_request to courierdesk_tenant
  using (shop_id = current_setting('app.shop_id', true))
  with check (shop_id = current_setting('app.shop_id', true));
create policy across_shops on subscription_request to courierdesk_system using (true) with check (true);
grant select, insert, update, delete on subscription_request to courierdesk_tenant, courierdesk_system;
