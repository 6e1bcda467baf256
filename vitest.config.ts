import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

// Neither Kolkata nor UTC: a rule that leans on the machine's zone fails here.
process.env.TZ = 'America/Los_Angeles'

/** Unit tests that open a database: those run on a server, too. */
const onDatabase = globSync('{app,db}/**/*.test.{ts,tsx}').filter((file) =>
  readFileSync(file, 'utf8').includes('openTestDatabase('),
)

export default defineConfig({
  test: {
    environment: 'node',
    restoreMocks: true,
    maxWorkers: 2,
    // Modules are loaded, and databases opened, once for each worker rather than for each file.
    isolate: false,
    globalSetup: ['test/support/test-databases.setup.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'app/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
            'db/**/*.test.ts',
          ],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-on-database',
          include: onDatabase,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['test/**/*.test.ts'],
          exclude: ['test/faults/**', 'test/budgets/**'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          // Each starts servers and loads them: two at once would only slow each other down.
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'budgets',
          include: ['test/budgets/**/*.test.ts'],
          // They fill databases and load servers: two at once would only slow each other down.
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
