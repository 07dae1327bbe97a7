-- An identity never repeats a number.
SELECT 1;
