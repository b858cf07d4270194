-- The users in all shops whose password opened this session: [{"shop_id", "user_id", "password"}]. Such a person can switch to
-- another of these shops while that user's password is still the same. Empty for most, who belong to one shop.
alter table session add password_users jsonb not null default '[]';
