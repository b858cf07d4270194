-- The past of one shop: $1 shop, $2 its four courier accounts in the order of $3 companies, $4 how many shipments,
-- spread evenly over the two years before $5, $6 its eight users. Most are delivered, some came back, the newest are on their way.
insert into shipment (
  shop_id, id, account_id, company, reference, booking_state, status, final, courier_live, status_text, tracking_number,
  order_name, tag, cod, weight, pieces, consignee_name, consignee_email, consignee_phone, consignee_phone2,
  consignee_phone3, consignee_address, city, destination_city, destination_city_id, products_list, remarks,
  payment_status, booked_by, booked_by_user_id, notify_customer, claimed_at, asked_at, booked_at, delivered_at, cancelled_at, status_at,
  search_text, created_at
)
select
  $1::text, id, ($2::text[])[courier], ($3::text[])[courier], 'CD' || n || '-' || upper(substr(md5(n::text), 1, 6)),
  'booked', status, status in ('DELIVERED', 'CANCELLED'), status <> 'CANCELLED', '', tracking_number,
  '#' || (1000 + n), case when n % 50 = 0 then 'MERGED' else '' end, 500 + (dice * 9500)::int, 500, 1 + n % 3,
  person, '', phone, '', '', 'House ' || n % 400 || ', Street ' || n % 90 || ', ' || place, place, place,
  (n % 40)::text, (1 + n % 3) || ' x Lawn suit', '', case when n % 5 = 0 then 'PAID' else 'UNPAID' end,
  'P' || (1 + n % 8), ($6::text[])[1 + n % 8], true, booked_at, booked_at, booked_at,
  case when status = 'DELIVERED' then booked_at + make_interval(hours => 30 + n % 90) end,
  case when status = 'CANCELLED' then booked_at + interval '3 hours' end, booked_at,
  lower('#' || (1000 + n) || ' ' || person || ' ' || phone || ' ' || tracking_number), booked_at
from (
  select n, dice, courier, person, place, booked_at,
    lpad(to_hex(extract(epoch from booked_at)::bigint), 8, '0') || lpad(to_hex(n), 16, '0') as id,
    '03' || lpad(((n::bigint * 7919) % 1000000000)::text, 9, '0') as phone,
    case courier when 1 then 'LE' when 2 then '5447' when 3 then '2670' else '7794' end
      || upper(substr(md5($1), 1, 2)) || lpad(n::text, 9, '0') as tracking_number,
    case
      when dice < 0.06 then 'CANCELLED'
      when booked_at > $5::timestamptz - interval '2 days' then 'FULFILLED'
      when booked_at > $5::timestamptz - interval '6 days' then 'INPROCESS'
      when dice < 0.20 then 'RTS'
      else 'DELIVERED'
    end as status
  from (
    select n, 1 + n % 4 as courier,
      -- The same dice at every run.
      ((n::bigint * 2654435761) % 1000003) / 1000003.0 as dice,
      $5::timestamptz - make_interval(secs => (($4::int - n) * 63072000.0 / $4::int)) as booked_at,
      (array['Ayesha', 'Bilal', 'Fatima', 'Hamza', 'Iqra', 'Kashif', 'Maryam', 'Nadeem', 'Rabia', 'Usman', 'Zainab', 'Tariq'])[1 + n % 12]
        || ' ' ||
      (array['Ahmed', 'Butt', 'Chaudhry', 'Hussain', 'Iqbal', 'Khan', 'Malik', 'Mirza', 'Qureshi', 'Rana', 'Raza', 'Sheikh', 'Siddiqui'])[1 + n % 13]
        as person,
      (array['Lahore', 'Karachi', 'Islamabad', 'Rawalpindi', 'Faisalabad', 'Multan', 'Peshawar', 'Quetta', 'Sialkot', 'Gujranwala',
             'Hyderabad', 'Sukkur', 'Bahawalpur', 'Sargodha', 'Abbottabad', 'Mardan', 'Okara', 'Sahiwal', 'Jhelum', 'Gujrat'])
        [1 + floor(20 * power(((n::bigint * 48271) % 65537) / 65537.0, 3))::int] as place
    from generate_series(1, $4::int) as n
  ) as given
) as parcel
