-- One writer: the primary key is the order.
SELECT 1;
