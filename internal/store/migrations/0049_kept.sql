-- What decides the state of a subscription is not repeated here: record sums count live rows, which the program decides. A row of worth is
-- the id of a company or project and what is added to live_price and live_cost. If subscriptions changed, it goes on with what is added
-- to running, monthly_price and monthly_cost, and with whether the first end is looked up (store/kept.go).
{{drop change_worth ON change}}
{{drop change_figures ON change}}
{{trigger change_records AFTER INSERT ON change WHEN (new.worth IS NOT NULL)}}
    UPDATE company SET live_price = live_price + CAST(w.value ->> 1 AS BIGINT), live_cost = live_cost + CAST(w.value ->> 2 AS BIGINT)
    FROM {{rows new.worth}} AS w WHERE company.id = w.value ->> 0 AND w.value ->> 3 IS NULL;
    UPDATE project SET running = running + CAST(w.value ->> 3 AS BIGINT), monthly_price = monthly_price + CAST(w.value ->> 4 AS BIGINT),
        monthly_cost = monthly_cost + CAST(w.value ->> 5 AS BIGINT), next_end = CASE WHEN CAST(w.value ->> 6 AS INTEGER) = 0 THEN next_end ELSE
            COALESCE((SELECT MIN(a.end_at) FROM project_subscription a WHERE a.project_id = project.id AND a.live), 253402300799999) END
    FROM {{rows new.worth}} AS w WHERE project.id = w.value ->> 0 AND w.value ->> 3 IS NOT NULL;
    UPDATE company SET live_price = live_price + CAST(w.value ->> 1 AS BIGINT), live_cost = live_cost + CAST(w.value ->> 2 AS BIGINT),
        running = running + CAST(w.value ->> 3 AS BIGINT), monthly_price = monthly_price + CAST(w.value ->> 4 AS BIGINT),
        monthly_cost = monthly_cost + CAST(w.value ->> 5 AS BIGINT), next_end = CASE WHEN CAST(w.value ->> 6 AS INTEGER) = 0 THEN next_end ELSE
            (SELECT MIN(p.next_end) FROM project p WHERE p.company_id = company.id) END
    FROM {{rows new.worth}} AS w WHERE company.id = w.value ->> 0 AND w.value ->> 3 IS NOT NULL;
{{end}}
-- States have the same names everywhere.
UPDATE kept_sum SET of = 'active' WHERE kind = 'end' AND of = 'once';
-- kept_sum has these, by category.
DELETE FROM tally WHERE name = 'products' OR name >= 'products.' AND name < 'products/' OR name >= 'subscriptions.' AND name < 'subscriptions/';
