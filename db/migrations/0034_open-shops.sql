-- A shop that has sold is open already: only a new one has its owner open it.
INSERT INTO "shop_words" ("key", "text") SELECT 'shop.opened', '' WHERE EXISTS (SELECT 1 FROM "orders" WHERE "state" = 'placed') ON CONFLICT DO NOTHING;
