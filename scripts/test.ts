import { parseArgs } from 'node:util'
import { endOnSignals } from './run.ts'
import { type Step, type StepResult, steps } from './test-steps.ts'

interface Finished {
  step: Step
  result: StepResult
  seconds: number
}

/** `npm test` runs the quick steps, `--all` every step, `--rest` those that `npm test` leaves out. */
const { values: options } = parseArgs({
  options: {
    all: { type: 'boolean' },
    rest: { type: 'boolean' },
    only: { type: 'string' },
    except: { type: 'string' },
  },
})

function chosenSteps() {
  const only = stepNames(options.only)
  const except = stepNames(options.except)
  return steps.filter(({ name, isQuick }) => {
    if (except.includes(name)) return false
    if (only.length > 0) return only.includes(name)
    if (options.rest) return !isQuick || name === 'build'
    return options.all || isQuick
  })
}

function stepNames(list = '') {
  const known = steps.map(({ name }) => name)
  const names = list.split(',').filter(Boolean)
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length === 0) return names
  console.error(`There is no step ${unknown.join(', ')}. The steps are: ${known.join(', ')}.`)
  process.exit(1)
}

async function perform(step: Step): Promise<Finished> {
  const start = performance.now()
  const result = await step
    .perform((line) => console.log(line))
    .catch((error: unknown) => ({
      passed: 0,
      failed: 1,
      skipped: 0,
      output: error instanceof Error ? error.message : String(error),
    }))
  const seconds = (performance.now() - start) / 1000
  console.log(`${step.title}: ${verdict(result)} (${seconds.toFixed(1)} s)`)
  if (result.failed > 0) console.log(`\n${result.output.trim()}\n`)
  return { step, result, seconds }
}

async function performInTurn(lane: Step['lane']) {
  const finished: Finished[] = []
  for (const step of chosen.filter((each) => each.lane === lane)) {
    finished.push(await perform(step))
  }
  return finished
}

function verdict({ passed, failed }: StepResult) {
  if (failed > 0) return 'FAILED'
  return passed > 0 ? 'ok' : 'not run'
}

function summaryLine({ step, result, seconds }: Finished) {
  const { passed, failed, skipped, note } = result
  const counts = [`${passed} passed`, failed && `${failed} failed`, skipped && `${skipped} skipped`]
  const columns = [
    verdict(result).padEnd(7),
    step.title.padEnd(32),
    `${seconds.toFixed(1)} s`.padStart(8),
    counts.filter(Boolean).join(', '),
  ]
  return `${columns.join('  ')}${note ? `  (${note})` : ''}`
}

endOnSignals()
const chosen = chosenSteps()
const lanes = await Promise.all([performInTurn('build'), performInTurn('checks')])
const finished = [...lanes.flat(), ...(await performInTurn('tests'))]

const sum = (count: 'passed' | 'failed') =>
  finished.reduce((total, { result }) => total + result[count], 0)
console.log(`\n${finished.map(summaryLine).join('\n')}\n`)
for (const { step, result } of finished) {
  for (const failure of result.failures ?? []) console.log(`${step.title}: ${failure}\n`)
}
// CI reads this line: it must stand alone and keep its form.
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(sum('failed') > 0 ? 1 : 0)
