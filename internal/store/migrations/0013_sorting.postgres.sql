-- The planner decides by itself, and knows how much a search matches.
SELECT 1;
