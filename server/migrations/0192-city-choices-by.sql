-- Who chose a city last, and for how many orders that city was chosen since.
alter table city_correction add column chosen_by text not null default '';
alter table city_correction add column times integer not null default 1;
