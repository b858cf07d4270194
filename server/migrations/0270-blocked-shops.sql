-- Blocked by the operator: nobody of the shop is signed in, and nothing is booked.
alter table shop add blocked_at timestamptz;

-- As before, but not for a blocked shop.
create or replace function find_session(shop text, hash bytea)
returns table (
  session_id text, last_used_at timestamptz, user_id text, email text, first_name text, last_name text, phone text,
  role text, tag text, access_scopes text[], two_factor_enabled boolean, two_factor_missing boolean, shop_name text,
  shop_domain text, time_zone text, currency text
) language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.last_used_at, u.id, u.email, u.first_name, u.last_name, u.phone, u.role, u.tag, u.access_scopes,
         u.two_factor_enabled,
         u.role = 'USER' and not u.two_factor_enabled
           and coalesce(s.created_at >= setting.two_factor_required_since, false)
           and coalesce(plan.plan <> 'FREE' and (plan.expires_at is null or plan.expires_at > now()), false),
         shop.name, shop.domain, shop.time_zone, shop.currency
  from session s
  join app_user u on u.shop_id = s.shop_id and u.id = s.user_id
  join shop on shop.id = s.shop_id
  left join shop_setting setting on setting.shop_id = s.shop_id
  left join subscription plan on plan.shop_id = s.shop_id
  where s.shop_id = $1 and s.token_hash = $2 and s.kind = 'session' and s.expires_at > now()
    and s.last_used_at > now() - interval '14 days' and u.is_active and shop.blocked_at is null
$$;
