-- Why an import stopped, for people: a sentence without its full stop. Empty: it failed repeatedly, or its file expired.
alter table import add column stop_reason text not null default '';
