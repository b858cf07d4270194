-- A job of each shop writes its emails to customers, and finds those that are due by the shop.
drop index customer_mail_due;
create index customer_mail_due on customer_mail (shop_id, next_at) where state = 'waiting';
