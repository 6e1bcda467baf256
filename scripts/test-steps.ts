import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWhenNeeded } from './build.ts'
import { bringChromium } from './chromium.ts'
import { startTemporaryPostgres } from './postgres.ts'
import { run } from './run.ts'

export interface StepResult {
  passed: number
  failed: number
  skipped: number
  /** What was said, for whoever must mend it. */
  output: string
  /** A remark for the summary. */
  note?: string
}

export interface Step {
  /** What `--only` and `--except` know it by. */
  name: string
  title: string
  perform(log: (line: string) => void): Promise<StepResult>
}

const reportFolder = mkdtempSync(join(tmpdir(), 'cakewala-reports-'))
process.once('exit', () => rmSync(reportFolder, { recursive: true }))

/** A check made of commands: all must end with 0, the first that does not ends it. It counts as one test. */
function check(name: string, title: string, ...commands: string[][]): Step {
  const perform = async () => {
    let output = ''
    for (const [command = '', ...args] of commands) {
      const outcome = await run(command, args)
      output += outcome.output
      if (outcome.code !== 0) return { passed: 0, failed: 1, skipped: 0, output }
    }
    return { passed: 1, failed: 0, skipped: 0, output }
  }
  return { name, title, perform }
}

/** A runner's own counts, mended where it failed without a failing test or ran none at all. */
function counted(code: number, output: string, counts: Omit<StepResult, 'output'>): StepResult {
  const ranNone = counts.passed + counts.failed === 0
  const failed = code === 0 && !ranNone ? counts.failed : Math.max(1, counts.failed)
  return { ...counts, failed, output: ranNone ? `${output}\nNo test ran.\n` : output }
}

function readReport<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return undefined
  }
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
}

async function vitest(projects: string[], label: string, env: NodeJS.ProcessEnv) {
  const file = join(reportFolder, `${label}.json`)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  const chosen = projects.flatMap((project) => ['--project', project])
  const { code, output } = await run('vitest', ['run', ...chosen, ...reporters], { env })
  const report = readReport<VitestReport>(file)
  return counted(code, output, {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: report?.numPendingTests ?? 0,
  })
}

/** Runs projects' tests on a PostgreSQL server: that of TEST_DATABASE_URL, or one started for this. */
async function onPostgres(projects: string[], label: string): Promise<StepResult> {
  const url = process.env.TEST_DATABASE_URL || (await startTemporaryPostgres())
  if (url) return vitest(projects, label, { TEST_DATABASE_URL: url })
  return {
    passed: 0,
    failed: 0,
    skipped: 1,
    output: '',
    note: 'NOT RUN: no PostgreSQL server here (install postgresql or set TEST_DATABASE_URL)',
  }
}

async function buildStep(): Promise<StepResult> {
  const built = await buildWhenNeeded(() => {})
  return { passed: 1, failed: 0, skipped: 0, output: '', note: built ? '' : 'was up to date' }
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

async function playwright(log: (line: string) => void) {
  const browser = await bringChromium(log)
  const file = join(reportFolder, 'browser.json')
  const { code, output } = await run('playwright', ['test', '--reporter=list,json'], {
    env: { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  })
  const stats = readReport<PlaywrightReport>(file)?.stats
  return counted(code, output, {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
    skipped: stats?.skipped ?? 0,
    note: browser,
  })
}

/** Every check of the project, in the order in which `npm test` runs them. */
export const steps: Step[] = [
  check('format', 'format', ['biome', 'format', '.']),
  check('lint', 'lint', [
    'biome',
    'check',
    '--formatter-enabled=false',
    '--error-on-warnings',
    '.',
  ]),
  check('layout', 'layout (import arrow)', ['node', 'scripts/layout.ts']),
  check('types', 'types', ['react-router', 'typegen'], ['tsc']),
  check('unused', 'unused code', ['react-router', 'typegen'], ['knip']),
  {
    name: 'unit',
    title: 'unit tests',
    perform: () => vitest(['unit'], 'unit', { TEST_DATABASE_URL: '' }),
  },
  { name: 'build', title: 'build', perform: buildStep },
  {
    name: 'api',
    title: 'API tests on PGlite',
    perform: () => vitest(['api'], 'api-pglite', { TEST_DATABASE_URL: '' }),
  },
  {
    name: 'api-postgres',
    title: 'API and database tests on PostgreSQL',
    perform: () => onPostgres(['api', 'unit-on-database'], 'api-postgres'),
  },
  { name: 'faults', title: 'fault tests', perform: () => onPostgres(['faults'], 'faults') },
  { name: 'budgets', title: 'budgets', perform: () => onPostgres(['budgets'], 'budgets') },
  { name: 'browser', title: 'browser tests', perform: playwright },
]
