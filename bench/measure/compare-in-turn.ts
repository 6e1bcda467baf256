import type { BenchOptions } from '../options.ts'
import { median } from '../report/statistics.ts'
import type { Cell } from '../report/table.ts'
import { cpuOf } from './process-facts.ts'

/** What was done in a turn of a load, with times in ms. */
export interface Done {
  perSecond: number
  p50: number
  p99: number
  count: number
  failed: number
  /** Why the first of them failed, where it is known. */
  fault?: string
}

/** With what each took of a processor in the server, in µs. */
type Turn = Done & { cpu: number }

/** A turn of the shop and the turn of the reference after it. */
type Pair = [own: Turn, other: Turn]

/** A load on a server: the processes whose CPU counts, and what is done for so many seconds. */
export interface TurnLoad {
  pids: number[]
  play(seconds: number): Promise<Done>
}

/** The shop beside its reference: a row, and the ratio that other load on the machine moves least. */
export interface Compared {
  name: string
  cpuRatio: number
  row: Cell[]
  /** What was done in the shop, and what failed in either, turns to warm up counted in. */
  count: number
  failed: number
  fault: string | undefined
}

/** The columns of a compared row. */
export const comparedColumns = (reference: string) => [
  ...['what', 'a second', 'p50 ms', 'p99 ms', `${reference} a second`, 'ratio'],
  ...['CPU µs', `${reference} CPU µs`, 'CPU ratio'],
]

/** Long enough for some hundreds of responses: code that is not compiled yet takes more CPU. */
const warmUpSeconds = 3

/** Loads the shop and its reference in turn, A B A B, so often each after a turn to warm up. */
export async function compareInTurn(
  name: string,
  [shop, reference]: readonly [shop: TurnLoad, reference: TurnLoad],
  { seconds, turns }: Pick<BenchOptions, 'seconds' | 'turns'>,
): Promise<Compared> {
  const pair = async (forSeconds: number): Promise<Pair> => [
    await timed(shop, forSeconds),
    await timed(reference, forSeconds),
  ]
  const warmUp = await pair(warmUpSeconds)
  const pairs: Pair[] = []
  while (pairs.length < turns) pairs.push(await pair(seconds))
  const all = [warmUp, ...pairs]
  const sum = (number: (pair: Pair) => number) =>
    all.reduce((total, each) => total + number(each), 0)
  return {
    name,
    ...mediansOf(name, pairs),
    count: sum(([own]) => own.count),
    failed: sum(([own, other]) => own.failed + other.failed),
    fault: all.flat().find(({ fault }) => fault)?.fault,
  }
}

async function timed({ pids, play }: TurnLoad, seconds: number): Promise<Turn> {
  const before = cpuOf(...pids)
  const done = await play(seconds)
  return { ...done, cpu: ((cpuOf(...pids) - before) * 1000) / Math.max(1, done.count) }
}

/** Medians. Those of ratios are of turns that followed each other, when the machine was about as busy. */
function mediansOf(name: string, pairs: Pair[]) {
  const own = (number: (turn: Turn) => number) => median(pairs.map(([turn]) => number(turn)))
  const other = (number: (turn: Turn) => number) => median(pairs.map(([, turn]) => number(turn)))
  const ratio = (number: (turn: Turn) => number) =>
    median(pairs.map(([turn, beside]) => number(turn) / number(beside)))
  const [speed, cpu] = [({ perSecond }: Turn) => perSecond, (turn: Turn) => turn.cpu]
  const cpuRatio = ratio(cpu)
  const row: Cell[] = [
    ...[name, own(speed), own(({ p50 }) => p50), own(({ p99 }) => p99), other(speed), ratio(speed)],
    ...[own(cpu), other(cpu), cpuRatio],
  ]
  return { cpuRatio, row }
}
