-- A row of payments may contradict its parcel in more ways than that it is cancelled.
alter table import rename column include_cancelled to include_contradicting;
alter table import rename column cancelled_skipped to contradicting_skipped;
-- Previews are kept for minutes; those from before have the old words.
delete from import_preview;
