alter table batch_row rename column doubts to issues;
