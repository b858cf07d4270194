-- Switched off by the end of a plan, so that the next plan can switch it on again. What a person switched off stays off.
alter table app_user add off_by_plan boolean not null default false;
alter table app_user add constraint app_user_off_by_plan check (not (is_active and off_by_plan));
alter table courier_account add off_by_plan boolean not null default false;
alter table courier_account add constraint courier_account_off_by_plan check (in_active or not off_by_plan);

-- Each end of a plan is recorded with the ids that it switched off.
create temporary table ended on commit drop as
select distinct on (shop_id) shop_id, at, coalesce(detail -> 'users', '[]') as users, coalesce(detail -> 'accounts', '[]') as accounts
from audit_event where action = 'subscription.ended' order by shop_id, at desc;
update app_user set off_by_plan = true
from ended
where ended.shop_id = app_user.shop_id and not app_user.is_active and app_user.deleted_at is null and ended.users ? app_user.id
  and not exists (
    select from audit_event as later
    where later.shop_id = app_user.shop_id and later.subject_id = app_user.id and later.action = 'user.restricted' and later.at > ended.at);
update courier_account set off_by_plan = true
from ended
where ended.shop_id = courier_account.shop_id and courier_account.in_active and ended.accounts ? courier_account.id
  and not exists (
    select from audit_event as later
    where later.shop_id = courier_account.shop_id and later.subject_id = courier_account.id
      and later.action = 'courier-account.updated' and later.changes ? 'in_active' and later.at > ended.at);
