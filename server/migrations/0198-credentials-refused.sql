-- Since when a courier refuses the credentials of an account, and its words. Only an accepted call that carried them, or new
-- credentials, end it. The owner gets an email, at most once a day.
alter table courier_account add credentials_refused_at timestamptz;
alter table courier_account add credentials_error text not null default '';
alter table courier_account add credentials_mailed_at timestamptz;
