import { signIn } from '../../test/process/shop-client.ts'
import type { BenchRun } from '../bench.ts'
import {
  type Compared,
  comparedColumns,
  compareInTurn,
  type TurnLoad,
} from '../measure/compare-in-turn.ts'
import { passwordOfAll } from '../shops/accounts.ts'
import { checkShop } from '../shops/check-shop.ts'
import { amountsFor, type OpenShop } from '../shops/open-shop.ts'
import type { Place } from '../shops/places.ts'
import { type Both, whileFilled } from '../shops/while-filled.ts'
import {
  answerToAll,
  type CakeToOrder,
  type Customers,
  type SendCustomers,
  whileSending,
} from './customers.ts'

type Does = Customers['does']

/** Customers of a shop who all do the same. */
export interface CustomerCase {
  name: string
  /** What they do in the shop of a URL. Preparations, such as logging in, are done before. */
  doesAt(url: string): Promise<Does>
}

export const checkingOut = (clients: number): CustomerCase => ({
  name: `check out, ${clients} at once`,
  async doesAt(url) {
    const response = await fetch(`${url}/api/v1/cakes/allcakes?limit=100`)
    const cakes = (await response.json()) as CakeToOrder[]
    const customers = Array.from({ length: clients }, (_, at) => `customer${1 + at}@example.in`)
    const tokens = await Promise.all(
      customers.map((email) => signIn(url, { email, password: passwordOfAll })),
    )
    return { what: 'check out', tokens, cakes }
  },
})

type Run = Pick<BenchRun, 'options' | 'reference' | 'report'>

/** Has customers of the shop and of its reference do the same in turn, each case after the other. */
export async function compareCustomers(
  cases: CustomerCase[],
  place: Place,
  run: Run,
): Promise<Compared[]> {
  const amounts = amountsFor(run.options)
  const measured = await whileFilled(
    { place, contents: { amounts } },
    run,
    async (both) => {
      const all: ComparedCustomers[] = []
      for (const customers of cases) all.push(await compareCase(customers, both, run))
      return all
    },
    (settings, all) =>
      checkShop(
        settings,
        all.reduce((sum, { placed }) => sum + placed, 0),
        run.report,
      ),
  )
  run.report.show({
    title: `Customers: ${place.name}, ${amounts.orders} orders before`,
    columns: customerColumns(run.reference.name),
    rows: measured.map(({ row }) => row),
  })
  return measured
}

export const customerColumns = (reference: string) => [
  ...comparedColumns(reference),
  ...['done', 'failed'],
]

/** With the orders that were placed in the shop. */
type ComparedCustomers = Compared & { placed: number }

export async function compareCase(
  { name, doesAt }: CustomerCase,
  { shop, beside }: Both,
  { options, report }: Pick<Run, 'options' | 'report'>,
): Promise<ComparedCustomers> {
  await beside.answer?.(answerToAll)
  const does = await doesAt(shop.url)
  // The baseline does not mind whose customers they are.
  const besideDoes = beside.answer ? does : await doesAt(beside.url)
  const { row, ...result } = await whileSending((send) =>
    compareInTurn(name, [loadOf(shop, does, send), loadOf(beside, besideDoes, send)], options),
  )
  const { count, failed, fault } = result
  if (failed > 0) report.wrong(`${name} failed ${failed} times: ${fault}`)
  const placed = does.what === 'check out' ? count : 0
  return { ...result, row: [...row, count, failed], placed }
}

/** Each turn's customers have addresses of their own. */
let group = 0

function loadOf({ url, pids }: OpenShop, does: Does, send: SendCustomers): TurnLoad {
  return {
    pids,
    async play(seconds) {
      group = (group % 255) + 1
      const { faults, ...done } = await send({ url, seconds, group, does })
      return { ...done, failed: faults.length, fault: faults[0] }
    },
  }
}
