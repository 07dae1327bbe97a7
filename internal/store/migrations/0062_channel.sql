-- A channel of a chat is a webhook of another kind, so that one queue sends both: kind is slack or teams. Its address is a
-- secret, so url has the host alone, and secret has the encrypted address. An empty company is all of them.
ALTER TABLE webhook ADD COLUMN kind TEXT NOT NULL DEFAULT 'webhook';
ALTER TABLE webhook ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE webhook ADD COLUMN company_id TEXT REFERENCES company (id);
ALTER TABLE webhook ADD COLUMN is_daily BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX webhook_company ON webhook (company_id) WHERE company_id IS NOT NULL;

-- The 8:00 of the last daily message, so that a day has one.
ALTER TABLE webhook_state ADD COLUMN last_daily BIGINT NOT NULL DEFAULT 0;

-- What a channel is told of: the subscription or note, and the end date that it was about. is_sending is set before a message is
-- posted: a message whose sender was killed meanwhile has perhaps arrived, and is not sent again.
ALTER TABLE webhook_delivery ADD COLUMN item_id TEXT;
ALTER TABLE webhook_delivery ADD COLUMN threshold BIGINT;
ALTER TABLE webhook_delivery ADD COLUMN is_sending BOOLEAN NOT NULL DEFAULT FALSE;
CREATE UNIQUE INDEX webhook_delivery_once ON webhook_delivery (webhook_id, item_id, event, threshold);
