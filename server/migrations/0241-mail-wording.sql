-- Shops that turned an email on without changing it have our wording stored. It said "on its way" before the pick-up, and "your" with
-- a small letter.
update customer_mail_setting
set subject = 'Track your order {order}',
  message = E'Dear {name},\n\nYour order {order} is booked with {courier} for delivery to {city}. Its tracking number is {tracking_number}.\n\n{payment}'
where kind = 'booked' and subject = 'Your order {order} is on its way'
  and message = E'Dear {name},\n\nyour order {order} is on its way to {city} with {courier}. Its tracking number is {tracking_number}.\n\n{payment}';
update customer_mail_setting
set message = E'Dear {name},\n\nYour order {order} was delivered. Thank you for shopping with {shop}.'
where kind = 'delivered' and message = E'Dear {name},\n\nyour order {order} was delivered. Thank you for shopping with {shop}.';
