-- Which email to a customer a mail is: asked before each is sent.
create index customer_mail_of_mail on customer_mail (shop_id, mail_id) where mail_id is not null;
