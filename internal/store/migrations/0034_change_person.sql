-- What a moderator sees of one person in the catalogues: no walk through all changes of that person, or of a catalogue.
CREATE INDEX change_companyless_actor ON change (actor_id, entity, seq) WHERE company_id IS NULL;
