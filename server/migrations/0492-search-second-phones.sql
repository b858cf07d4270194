-- Parcels are found by their second and third phones too. New ones have them in the text from the beginning.
update shipment set search_text = concat_ws(' ', search_text, nullif(consignee_phone2, ''), nullif(consignee_phone3, ''))
where consignee_phone2 <> '' or consignee_phone3 <> '';
