-- A shop has a limited number of prints under way.
create index label_print_under_way on label_print (shop_id) where state = 'under-way';
