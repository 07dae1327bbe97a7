-- What changed at an instant in the monthly price of a company's subscriptions, and in how many of them run: the report
-- of the companies that moved most reads it (store/company_move.go). company_no is the company's rowno.
CREATE TABLE company_move (
    company_no BIGINT NOT NULL,
    at         BIGINT NOT NULL,
    price      BIGINT NOT NULL,
    count      BIGINT NOT NULL,
    PRIMARY KEY (company_no, at)
) {{clustered}};
CREATE INDEX company_move_at ON company_move (at, company_no, price);
-- The clean-up takes rows that have become empty, here and among the sums of customers.
CREATE INDEX company_move_empty ON company_move (at) WHERE price = 0 AND count = 0;
CREATE INDEX kept_sum_no_customers ON kept_sum (at) WHERE kind = 'customer' AND count = 0;

-- Who gets a report by mail, how often, in which language, and when the next one is due. last_report names the last one, so
-- that no period is reported twice. Who has no row gets none.
CREATE TABLE report_setting (
    user_id      TEXT PRIMARY KEY REFERENCES users (id),
    email        TEXT NOT NULL,
    language     TEXT NOT NULL,
    last_report  TEXT,
    next_mail_at BIGINT
);
CREATE INDEX report_setting_mail ON report_setting (next_mail_at) WHERE next_mail_at IS NOT NULL;
