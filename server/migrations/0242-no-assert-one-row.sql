-- A step that must change one row looks at what its update returned, and an error rolls back.
drop function assert_one_row(bigint);
