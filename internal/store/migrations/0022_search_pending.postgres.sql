-- PostgreSQL collects what its trigram indexes have to take by itself.
SELECT 1;
