-- live of a subscription is what keptState.runs says (store/subscription_state.go); a test compares the two.
{{drop project_listed ON project}}
{{drop project_live ON project}}
{{trigger project_live AFTER UPDATE OF live ON project WHEN (old.live <> new.live)}}
    UPDATE project_product SET live = new.live WHERE project_id = new.id AND deleted_at IS NULL;
    UPDATE project_subscription SET listed = new.live, live = new.live AND canceled_at IS NULL AND (auto_renew OR NOT end_raised)
    WHERE project_id = new.id AND deleted_at IS NULL;
{{end}}
