import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './app/shop/**/*.tables.server.ts',
  out: './db/migrations',
})
