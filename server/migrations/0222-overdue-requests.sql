-- When the operator was last told that a privacy request or uninstall is not done.
alter table webhook_inbox add column reported_at timestamptz;
