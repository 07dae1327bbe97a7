-- Whether a project has somebody who answers for it: an Owner (1) or Manager (2) of its own or of its company
-- (tracker.ResponsibleRoles). Lists of projects can be narrowed to either.
ALTER TABLE project ADD COLUMN has_responsible BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE project SET has_responsible = TRUE FROM (
    SELECT p.id FROM company_moderator m JOIN project p ON p.company_id = m.company_id WHERE m.role IN (1, 2)
    UNION
    SELECT m.project_id FROM project_moderator m WHERE m.role IN (1, 2)) AS held
WHERE held.id = project.id;
CREATE INDEX project_has_responsible ON project (has_responsible, name_key, rowno) WHERE deleted_at IS NULL;

{{trigger project_responsible AFTER INSERT ON project WHEN (NOT new.has_responsible)}}
    UPDATE project SET has_responsible = TRUE
    WHERE id = new.id AND EXISTS (SELECT 1 FROM company_moderator m WHERE m.company_id = new.company_id AND m.role IN (1, 2));
{{end}}
{{trigger company_moderator_added AFTER INSERT ON company_moderator WHEN (new.role IN (1, 2))}}
    UPDATE project SET has_responsible = TRUE WHERE company_id = new.company_id AND NOT has_responsible;
{{end}}
{{trigger company_moderator_promoted AFTER UPDATE OF role ON company_moderator WHEN (new.role IN (1, 2) AND old.role NOT IN (1, 2))}}
    UPDATE project SET has_responsible = TRUE WHERE company_id = new.company_id AND NOT has_responsible;
{{end}}
{{trigger company_moderator_demoted AFTER UPDATE OF role ON company_moderator WHEN (old.role IN (1, 2) AND new.role NOT IN (1, 2))}}
    UPDATE project SET has_responsible = FALSE WHERE company_id = old.company_id AND has_responsible
        AND NOT EXISTS (SELECT 1 FROM company_moderator m WHERE m.company_id = old.company_id AND m.role IN (1, 2))
        AND NOT EXISTS (SELECT 1 FROM project_moderator m WHERE m.project_id = project.id AND m.role IN (1, 2));
{{end}}
{{trigger company_moderator_gone AFTER DELETE ON company_moderator WHEN (old.role IN (1, 2))}}
    UPDATE project SET has_responsible = FALSE WHERE company_id = old.company_id AND has_responsible
        AND NOT EXISTS (SELECT 1 FROM company_moderator m WHERE m.company_id = old.company_id AND m.role IN (1, 2))
        AND NOT EXISTS (SELECT 1 FROM project_moderator m WHERE m.project_id = project.id AND m.role IN (1, 2));
{{end}}
{{trigger project_moderator_added AFTER INSERT ON project_moderator WHEN (new.role IN (1, 2))}}
    UPDATE project SET has_responsible = TRUE WHERE id = new.project_id AND NOT has_responsible;
{{end}}
{{trigger project_moderator_promoted AFTER UPDATE OF role ON project_moderator WHEN (new.role IN (1, 2) AND old.role NOT IN (1, 2))}}
    UPDATE project SET has_responsible = TRUE WHERE id = new.project_id AND NOT has_responsible;
{{end}}
{{trigger project_moderator_demoted AFTER UPDATE OF role ON project_moderator WHEN (old.role IN (1, 2) AND new.role NOT IN (1, 2))}}
    UPDATE project SET has_responsible = FALSE WHERE id = old.project_id AND has_responsible
        AND NOT EXISTS (SELECT 1 FROM company_moderator m WHERE m.company_id = project.company_id AND m.role IN (1, 2))
        AND NOT EXISTS (SELECT 1 FROM project_moderator m WHERE m.project_id = old.project_id AND m.role IN (1, 2));
{{end}}
{{trigger project_moderator_gone AFTER DELETE ON project_moderator WHEN (old.role IN (1, 2))}}
    UPDATE project SET has_responsible = FALSE WHERE id = old.project_id AND has_responsible
        AND NOT EXISTS (SELECT 1 FROM company_moderator m WHERE m.company_id = project.company_id AND m.role IN (1, 2))
        AND NOT EXISTS (SELECT 1 FROM project_moderator m WHERE m.project_id = old.project_id AND m.role IN (1, 2));
{{end}}
