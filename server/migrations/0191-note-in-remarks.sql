-- Remarks start with the note of the store order. Shopify has one note for customers and staff, so a shop must ask for it.
alter table shop_setting add column note_in_remarks boolean not null default false;
