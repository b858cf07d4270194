-- What the courier had to collect, as the file has it, beside what it paid (amount).
alter table import_row add cod_amount text not null default '';
-- What another column, or the title above the row, says against a payment.
alter table import_row add also_says text not null default '';
-- The columns of which the rows of a stored file were made: the import has to name the same.
alter table stored_file add row_columns text not null default '';
