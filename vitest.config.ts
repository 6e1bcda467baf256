import { globSync, readFileSync } from 'node:fs'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { handbook } from './scripts/handbook.ts'

// Neither Kolkata nor UTC: a rule that leans on the machine's zone fails here.
process.env.TZ = 'America/Los_Angeles'

const testsThatSay = (files: string, text: string) =>
  globSync(files).filter((file) => readFileSync(file, 'utf8').includes(text))

/** What only a server shows, such as two transactions that wait for each other. */
const locks = testsThatSay(
  '{app,db,test}/**/*.test.ts',
  'describe.runIf(process.env.TEST_DATABASE_URL)',
).filter((file) => !file.startsWith('test/budgets/'))
const unitOnDatabase = testsThatSay('{app,db}/**/*.test.{ts,tsx}', 'openTestDatabase(')
const slow = ['test/process/**', 'test/faults/**', 'test/budgets/**']

const patient = { testTimeout: 60_000, hookTimeout: 120_000 }
/** They start servers and load them: what they wait for may come late on a busy machine, or at a reconciler's next minute. */
const morePatient = {
  testTimeout: 240_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 90_000 } },
}
/** Two of these files at once would only slow each other down. */
const oneFileAtATime = { ...morePatient, fileParallelism: false }

/** The lives take minutes on a server: begun last, they would run on when all else is done. */
class LivesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLives = ({ moduleId }: TestSpecification) => moduleId.includes('/test/lives/')
    return (await super.sort(files)).sort((a, b) => Number(isLives(b)) - Number(isLives(a)))
  }
}

const project = (name: string, test: TestProjectInlineConfiguration['test']) => ({
  extends: true as const,
  test: { ...test, name },
})

/** Without TEST_DATABASE_URL, tests run on the embedded database. CONTRIBUTING.md says which step runs which project. */
export default defineConfig({
  plugins: [handbook()],
  test: {
    environment: 'node',
    restoreMocks: true,
    maxWorkers: 2,
    sequence: { sequencer: LivesFirst },
    // Modules are loaded, and databases opened, once for each worker rather than for each file.
    isolate: false,
    globalSetup: ['test/support/test-databases.setup.ts'],
    projects: [
      project('unit', {
        include: ['{app,scripts,bench,db}/**/*.test.{ts,tsx}'],
        testTimeout: 60_000,
        hookTimeout: 60_000,
      }),
      project('api', { include: ['test/**/*.test.ts'], exclude: slow, ...patient }),
      project('locks', { include: locks, ...patient }),
      project('postgres', {
        include: ['test/**/*.test.ts', ...unitOnDatabase],
        exclude: [...slow, ...locks],
        ...patient,
      }),
      project('process', { include: ['test/process/**/*.test.ts'], ...morePatient }),
      project('faults', { include: ['test/faults/**/*.test.ts'], ...oneFileAtATime }),
      project('budgets', { include: ['test/budgets/**/*.test.ts'], ...oneFileAtATime }),
    ],
  },
})
