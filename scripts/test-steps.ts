import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { buildWhenNeeded } from './build.ts'
import { findOrInstallChromium } from './chromium.ts'
import { startTemporaryPostgres } from './postgres.ts'
import { run } from './run.ts'

export interface StepResult {
  passed: number
  failed: number
  skipped: number
  output: string
  note?: string
  /** What failed, for the summary: a long output is often cut before its end. */
  failures?: string[]
}

export interface Step {
  /** For `--only` and `--except`. */
  name: string
  title: string
  /** Whether `npm test` runs it, or only `npm run test:all`. */
  isQuick: boolean
  /** Builds and checks run side by side, as each mostly uses one processor; tests use all of them. */
  lane: 'build' | 'checks' | 'tests'
  perform(log: (line: string) => void): Promise<StepResult>
}

const reportFolder = mkdtempSync(join(tmpdir(), 'cakewala-reports-'))
process.once('exit', () => rmSync(reportFolder, { recursive: true }))

/** A check made of commands, which must all end with 0. It counts as one test. */
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
  return { name, title, isQuick: true, lane: 'checks', perform }
}

function tests(name: string, title: string, isQuick: boolean, perform: Step['perform']): Step {
  return { name, title, isQuick, lane: 'tests', perform }
}

/** A runner's counts; a run that ended badly, or ran no test, has failed even if no test did. */
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
  testResults: {
    name: string
    status: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

function vitestFailures(report?: VitestReport) {
  const files = report?.testResults.filter(({ status }) => status === 'failed') ?? []
  return files.flatMap(({ name, assertionResults }) => {
    const tests = assertionResults.filter(({ status }) => status === 'failed')
    if (tests.length === 0) return [name]
    return tests.map(
      ({ fullName, failureMessages }) =>
        `${name}: ${fullName}\n${failureMessages[0]?.slice(0, 400)}`,
    )
  })
}

async function vitest(project: string, databaseUrl: string) {
  const file = join(reportFolder, `${project}-${databaseUrl ? 'postgres' : 'embedded'}.json`)
  const { code, output } = await run(
    'vitest',
    ['run', '--project', project, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
    { env: { TEST_DATABASE_URL: databaseUrl } },
  )
  const report = readReport<VitestReport>(file)
  return counted(code, output, {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: report?.numPendingTests ?? 0,
    failures: vitestFailures(report),
  })
}

const onEmbedded = (project: string) => () => vitest(project, '')

/** The PostgreSQL server of TEST_DATABASE_URL, or one that is started for the tests; undefined if there is none here. */
const postgresUrl = async () => process.env.TEST_DATABASE_URL || (await startTemporaryPostgres())

const onPostgres = (project: string) => async (): Promise<StepResult> => {
  const url = await postgresUrl()
  if (url) return vitest(project, url)
  const note = 'NOT RUN: no PostgreSQL server here (install postgresql or set TEST_DATABASE_URL)'
  return { passed: 0, failed: 0, skipped: 1, output: '', note }
}

async function build(): Promise<StepResult> {
  const built = await buildWhenNeeded(() => {})
  return { passed: 1, failed: 0, skipped: 0, output: '', note: built ? '' : 'was up to date' }
}

interface WalkSuite {
  suites?: WalkSuite[]
  specs: {
    file: string
    title: string
    tests: { status: string; results: { error?: { message?: string } }[] }[]
  }[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: WalkSuite[]
}

/** The walks that failed, and those that passed at a later try. */
function walkFailures(suites: WalkSuite[] = []): string[] {
  return suites.flatMap(({ suites: inner, specs }) => [
    ...specs.flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(
          ({ status, results }) =>
            `${file}: ${title} (${status})\n${stripVTControlCharacters(results[0]?.error?.message ?? '').slice(0, 400)}`,
        ),
    ),
    ...walkFailures(inner),
  ])
}

async function walks(
  log: (line: string) => void,
  name: string,
  filter: string,
  databaseUrl = '',
): Promise<StepResult> {
  const browser = await findOrInstallChromium(log)
  const file = join(reportFolder, `${name}.json`)
  const { code, output } = await run(
    'playwright',
    ['test', filter, '@essential', '--reporter=list,json'],
    { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file, TEST_DATABASE_URL: databaseUrl } },
  )
  const report = readReport<PlaywrightReport>(file)
  const stats = report?.stats
  return counted(code, output, {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
    skipped: stats?.skipped ?? 0,
    failures: walkFailures(report?.suites),
    note: stats?.flaky ? `${browser}, ${stats.flaky} at a later try` : browser,
  })
}

const essentialWalks: Step['perform'] = (log) => walks(log, 'walks', '--grep')

/** A server takes less of a processor than the embedded database, which is there where none is installed. */
const otherWalks: Step['perform'] = async (log) =>
  walks(log, 'more-walks', '--grep-invert', await postgresUrl())

/** CPU beside that of a plain server, where the machine counts it. */
async function short(log: (line: string) => void): Promise<StepResult> {
  if (!existsSync('/proc/self/stat')) {
    const note = 'NOT RUN: only Linux has the CPU of processes in /proc'
    return { passed: 0, failed: 0, skipped: 1, output: '', note }
  }
  const { code, output } = await run('node', ['scripts/bootstrap.mjs', 'bench/run.ts', 'short'])
  if (code !== 0) return { passed: 0, failed: 1, skipped: 0, output }
  log(output)
  return { passed: 1, failed: 0, skipped: 0, output }
}

/** Every check of the project, in the order in which they run. */
export const steps: Step[] = [
  { name: 'build', title: 'build', isQuick: true, lane: 'build', perform: build },
  check('lint', 'format and lint', ['biome', 'check', '--error-on-warnings', '.']),
  check('layout', 'layout (import arrow)', ['node', 'scripts/layout.ts']),
  check('types', 'types', ['react-router', 'typegen'], ['tsc']),
  check('unused', 'unused code', ['knip']),
  tests('unit', 'unit tests', true, onEmbedded('unit')),
  tests('api', 'API tests', true, onEmbedded('api')),
  tests('locks', 'locks, on PostgreSQL', true, onPostgres('locks')),
  tests('walks', 'essential walks', true, essentialWalks),
  tests('postgres', 'unit and API tests on PostgreSQL', false, onPostgres('postgres')),
  tests('process', 'processes', false, onEmbedded('process')),
  tests('process-postgres', 'processes on PostgreSQL', false, onPostgres('process')),
  tests('faults', 'faults', false, onPostgres('faults')),
  tests('budgets', 'budgets', false, onPostgres('budgets')),
  tests('more-walks', 'all other walks', false, otherWalks),
  tests('short', 'short bench', false, short),
]
