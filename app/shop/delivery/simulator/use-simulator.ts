import { useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import { useAction } from '#shop/values/use-action.ts'
import type { DeliveryOptions, deliverySimulationEndpoint } from '../delivery.endpoints.ts'
import { type DeliveryLine, linesQuery } from '../delivery-lines.ts'

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

interface Customer {
  /** 'YYYY-MM-DDTHH:mm' in Kolkata; '' for the present. */
  now: string
  isPickup: boolean
  pincode: string
  days: number
  lines: readonly SimulatedLine[]
}

export function useSimulator({ now, cakes }: { now: string; cakes: SimulatedCake[] }) {
  const [customer, setCustomer] = useState<Customer>(() => ({
    now,
    isPickup: false,
    pincode: '',
    days: 7,
    lines: [newLine(cakes, 0)],
  }))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [simulation, setSimulation] = useState<Simulation | null>(null)
  const { busy, run } = useAction()
  const { lines, isPickup, pincode, days } = customer
  const change = (part: Partial<Customer>) => setCustomer({ ...customer, ...part })

  async function simulate() {
    const query = {
      ...(customer.now && { now: customer.now }),
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
    customer,
    change,
    addLine: () => change({ lines: [...lines, newLine(cakes, (lines.at(-1)?.key ?? 0) + 1)] }),
    errors,
    busy,
    simulate,
    simulation,
  }
}

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
