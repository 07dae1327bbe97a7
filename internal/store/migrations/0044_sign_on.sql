-- Who a person is at the provider of single sign-on. A user has one identity at a provider.
CREATE TABLE linked_identity (
    issuer     TEXT   NOT NULL,
    subject    TEXT   NOT NULL,
    user_id    TEXT   NOT NULL REFERENCES users (id),
    created_at BIGINT NOT NULL,
    PRIMARY KEY (issuer, subject)
);
CREATE UNIQUE INDEX linked_identity_user ON linked_identity (user_id, issuer);

-- Single sign-ons that were finished, so that none is finished twice.
CREATE TABLE used_sign_on (
    hash       TEXT   PRIMARY KEY,
    expires_at BIGINT NOT NULL
);
CREATE INDEX used_sign_on_expiry ON used_sign_on (expires_at);

-- Which sign-ins came from the provider: its own sign-out is offered after them.
ALTER TABLE session ADD COLUMN sign_on BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE sign_in_ticket ADD COLUMN sign_on BOOLEAN NOT NULL DEFAULT FALSE;
