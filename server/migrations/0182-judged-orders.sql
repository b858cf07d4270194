-- The phone in the address could not be read, and the one of the order is used.
alter table store_order add column phone_replaced boolean not null default false;

-- What the store says of an order that waits, as problems. The next copy of the order judges the rest.
update store_order set problems = problems
  || case when lower(trim(country)) not in ('', 'pakistan', 'pk', 'pak') then array['other-country'] else '{}' end
  || case when fulfilment_status = 'ON_HOLD' then array['on-hold'] else '{}' end
  || case when fulfilment_status = 'SCHEDULED' then array['scheduled'] else '{}' end
  || case when closed_at is not null then array['archived'] else '{}' end
  || case when test then array['test-order'] else '{}' end
  || case when currency <> 'PKR' and outstanding > 0 then array['other-currency'] else '{}' end
  || case when currency = 'PKR' and financial_status in ('AUTHORIZED', 'EXPIRED', 'VOIDED') and outstanding > 0
       then array['payment-unsettled'] else '{}' end
  || case when financial_status in ('REFUNDED', 'PARTIALLY_REFUNDED') then array['payment-returned'] else '{}' end
where cancelled_at is null and deleted_at is null and to_ship > 0 and not held;
