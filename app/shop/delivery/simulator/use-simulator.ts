import { useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import { useAction } from '#shop/values/use-action.ts'
import { type DeliveryLine, linesQuery } from '../delivery-lines.ts'
import type {
  DeliveryOptions,
  deliverySimulationEndpoint,
} from '../options/delivery-options.endpoints.ts'

/** A cake that can be put into the simulated cart; a customised one has no weights of its own. */
export interface SimulatedCake {
  id: string
  name: string
  /** kg */
  weights: readonly string[]
}

export interface SimulatedLine extends DeliveryLine {
  key: number
}

/** The form, and what a customer would see. */
export function useSimulator({ now: firstNow, cakes }: { now: string; cakes: SimulatedCake[] }) {
  const [now, setNow] = useState(firstNow)
  const [isPickup, setIsPickup] = useState(false)
  const [pincode, setPincode] = useState('')
  const [days, setDays] = useState(7)
  const [lines, setLines] = useState(() => [newLine(cakes, 0)])
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [simulation, setSimulation] = useState<Simulation | null>(null)
  const { busy, run } = useAction()

  async function simulate() {
    const query = {
      ...(now && { now }),
      ...(isPickup ? { pickup: 'true' as const } : { pincode }),
      lines: linesQuery(lines),
      days,
    }
    const problem = await run(async () => {
      const options = await call<typeof deliverySimulationEndpoint>('GET /delivery/simulation', {
        query,
      })
      const hasCustom = lines.some(({ customize }) => customize)
      setSimulation({ options, isPickup, pincode, hasCustom })
    })
    if (problem) setSimulation(null)
    setErrors(problem?.errors ?? {})
  }

  return {
    now,
    setNow,
    isPickup,
    setIsPickup,
    pincode,
    setPincode,
    days,
    setDays,
    lines,
    addLine: () => setLines([...lines, newLine(cakes, (lines.at(-1)?.key ?? 0) + 1)]),
    changeLine: (changed: SimulatedLine) =>
      setLines(lines.map((line) => (line.key === changed.key ? changed : line))),
    removeLine: (key: number) => setLines(lines.filter((line) => line.key !== key)),
    errors,
    busy,
    simulate,
    simulation,
  }
}

/** The options, and what they were requested for. */
export interface Simulation {
  options: DeliveryOptions
  isPickup: boolean
  pincode: string
  hasCustom: boolean
}

function newLine([cake = customCake]: readonly SimulatedCake[], key: number): SimulatedLine {
  return lineOf(cake, { key, amount: 1 })
}

/** A line with another cake, in the first of its weights. */
export function lineOf(
  { id, weights }: SimulatedCake,
  { key, amount }: Pick<SimulatedLine, 'key' | 'amount'>,
): SimulatedLine {
  return { key, amount, cakeid: id, customize: id === customCake.id, wt: weights[0] ?? '1' }
}

export const customCake: SimulatedCake = {
  id: 'custom',
  name: 'Customised cake',
  weights: ['1', '2', '3', '5'],
}
