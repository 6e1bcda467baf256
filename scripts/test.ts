import { parseArgs } from 'node:util'
import { endOnSignals } from './run.ts'
import { type Step, type StepResult, steps } from './test-steps.ts'

interface Finished {
  step: Step
  result: StepResult
  seconds: number
}

/** The steps asked for; a name also chooses what begins with it and a dash (`api` → `api-postgres`). */
function chooseSteps(only: string | undefined, except: string | undefined) {
  const names = (list: string) => list.split(',').map((name) => name.trim())
  const isNamed = (step: Step, list: string) =>
    names(list).some((name) => step.name === name || step.name.startsWith(`${name}-`))
  const unknown = [only, except]
    .flatMap((list) => (list ? names(list) : []))
    .filter((name) => !steps.some((step) => step.name === name))
  if (unknown.length > 0) {
    const known = steps.map((step) => step.name).join(', ')
    console.error(`There is no step "${unknown.join('", "')}". The steps are: ${known}.`)
    process.exit(1)
  }
  return steps.filter(
    (step) => (!only || isNamed(step, only)) && !(except && isNamed(step, except)),
  )
}

async function perform(step: Step): Promise<Finished> {
  process.stdout.write(`${step.title} … `)
  const begun = performance.now()
  const result = await step
    .perform((line) => process.stdout.write(`${line} `))
    .catch((error: unknown) => ({
      passed: 0,
      failed: 1,
      skipped: 0,
      output: error instanceof Error ? error.message : String(error),
    }))
  const seconds = (performance.now() - begun) / 1000
  console.log(`${verdict(result)} (${seconds.toFixed(1)} s)`)
  if (result.failed > 0) console.log(`\n${result.output.trim()}\n`)
  return { step, result, seconds }
}

function verdict({ passed, failed }: StepResult) {
  if (failed > 0) return 'FAILED'
  return passed > 0 ? 'ok' : 'not run'
}

function summaryLine({ step, result, seconds }: Finished) {
  const counts = `${result.passed} passed${result.failed ? `, ${result.failed} failed` : ''}${result.skipped ? `, ${result.skipped} skipped` : ''}`
  const columns = [
    verdict(result).padEnd(7),
    step.title.padEnd(24),
    `${seconds.toFixed(1)} s`.padStart(8),
    counts,
  ]
  return `${columns.join('  ')}${result.note ? `  (${result.note})` : ''}`
}

endOnSignals()
const { values } = parseArgs({ options: { only: { type: 'string' }, except: { type: 'string' } } })
const finished: Finished[] = []
for (const step of chooseSteps(values.only, values.except)) finished.push(await perform(step))

const sum = (count: 'passed' | 'failed' | 'skipped') =>
  finished.reduce((total, { result }) => total + result[count], 0)
const skipped = sum('skipped')
console.log(`\n${finished.map(summaryLine).join('\n')}\n`)
// CI reads this line: it must stand alone and keep its form.
console.log(
  `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
)
process.exit(sum('failed') > 0 ? 1 : 0)
