-- Why a parcel left its load sheet. It is on the sheet while this is null.
alter table load_sheet_shipment add column left_because text;

-- `refused`: the courier made no load sheet. Its parcels wait again until they are on another one, or were handed over with ours.
alter table load_sheet drop constraint load_sheet_state_check;
alter table load_sheet add constraint load_sheet_state_check check (state in ('asking', 'ready', 'refused'));
update load_sheet set state = 'refused'
where state = 'ready' and source = 'own' and handed_over_at is null and note like '% made no load sheet: %';

-- Summed from the parcels when they are shown. Only the version before still writes them.
alter table load_sheet
  alter column parcels drop not null,
  alter column pieces drop not null,
  alter column weight drop not null,
  alter column cod drop not null;

-- A print counts when its file was downloaded. Earlier prints counted when they were drawn.
alter table label_print add column fetched_at timestamptz;
alter table label_print add column load_sheet_ids text[] not null default '{}';
update label_print set fetched_at = created_at where state = 'done';

-- Whether a person wants labels of returned and delivered parcels too.
alter table label_print add column with_ended boolean not null default false;
