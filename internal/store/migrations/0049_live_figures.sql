-- A trigger does not repeat what decides the state of a subscription: figures count those that are live, which the program decides.
{{drop change_figures ON change}}
{{trigger change_figures AFTER INSERT ON change WHEN (new.worth IS NOT NULL)}}
    UPDATE project SET running = running + CAST(w.value ->> 3 AS BIGINT), monthly_price = monthly_price + CAST(w.value ->> 4 AS BIGINT),
        monthly_cost = monthly_cost + CAST(w.value ->> 5 AS BIGINT),
        next_end = COALESCE((SELECT MIN(a.end_at) FROM project_subscription a WHERE a.project_id = project.id AND a.live), 253402300799999)
    FROM {{rows new.worth}} AS w WHERE project.id = w.value ->> 0 AND w.value ->> 3 IS NOT NULL;
    UPDATE company SET running = running + CAST(w.value ->> 3 AS BIGINT), monthly_price = monthly_price + CAST(w.value ->> 4 AS BIGINT),
        monthly_cost = monthly_cost + CAST(w.value ->> 5 AS BIGINT),
        next_end = (SELECT MIN(p.next_end) FROM project p WHERE p.company_id = company.id)
    FROM {{rows new.worth}} AS w WHERE company.id = w.value ->> 0 AND w.value ->> 3 IS NOT NULL;
{{end}}
-- States have the same names everywhere.
UPDATE kept_sum SET of = 'active' WHERE kind = 'end' AND of = 'once';
