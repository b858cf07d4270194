-- Choices of cities were stored for spellings on which nobody had decided, and overruled certain matches. What is right among
-- them cannot be told apart, and choosing a city again is one click.
delete from city_correction;
-- The shop chose different cities for this spelling: it no longer means one of them for certain.
alter table city_correction add column contradicted boolean not null default false;
