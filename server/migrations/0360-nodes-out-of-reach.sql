-- Which nodes do not answer, and whose rows are on them. One PostgreSQL has no nodes; on a cluster `npm run distribute` gives both functions
-- another body.
create function nodes_out_of_reach() returns setof text language sql stable as $$
  select null::text where false
$$;
create function shops_out_of_reach() returns setof text language sql stable as $$
  select null::text where false
$$;
