import { useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import { useAction } from '#shop/values/use-action.ts'
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

export interface SimulatedLine {
  key: number
  cakeId: string
  /** kg */
  wt: string
  amount: number
}

export type Way = 'delivery' | 'pickup'

/** What is asked, and what a customer would be answered. */
export function useSimulator({ now: firstNow, cakes }: { now: string; cakes: SimulatedCake[] }) {
  const [now, setNow] = useState(firstNow)
  const [way, setWay] = useState<Way>('delivery')
  const [pincode, setPincode] = useState('')
  const [days, setDays] = useState(7)
  const [lines, setLines] = useState(() => [newLine(cakes, 0)])
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [answer, setAnswer] = useState<Answer | null>(null)
  const { busy, run } = useAction()

  async function simulate() {
    const query = {
      ...(now && { now }),
      ...(way === 'pickup' ? { pickup: 'true' as const } : { pincode }),
      lines: lines.map(({ cakeId, wt, amount }) => `${cakeId}:${wt}:${amount}`).join(),
      days,
    }
    const problem = await run(async () => {
      const options = await call<typeof deliverySimulationEndpoint>('GET /delivery/simulation', {
        query,
      })
      const hasCustom = lines.some(({ cakeId }) => cakeId === customCake.id)
      setAnswer({ options, way, pincode, hasCustom })
    })
    if (problem) setAnswer(null)
    setErrors(problem?.errors ?? {})
  }

  return {
    ...{ now, setNow, way, setWay, pincode, setPincode, days, setDays, lines },
    addLine: () => setLines([...lines, newLine(cakes, (lines.at(-1)?.key ?? 0) + 1)]),
    changeLine: (changed: SimulatedLine) =>
      setLines(lines.map((line) => (line.key === changed.key ? changed : line))),
    removeLine: (key: number) => setLines(lines.filter((line) => line.key !== key)),
    ...{ errors, busy, simulate, answer },
  }
}

/** The options with what they were asked for. */
export interface Answer {
  options: DeliveryOptions
  way: Way
  pincode: string
  hasCustom: boolean
}

function newLine([cake]: readonly SimulatedCake[], key: number): SimulatedLine {
  return { key, cakeId: cake?.id ?? customCake.id, wt: cake?.weights[0] ?? '1', amount: 1 }
}

export const customCake: SimulatedCake = {
  id: 'custom',
  name: 'Customised cake',
  weights: ['1', '2', '3', '5'],
}
