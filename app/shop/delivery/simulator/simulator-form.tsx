import { useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import { useAction } from '#shop/values/use-action.ts'
import { formatWeight } from '#shop/values/weight.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { PlainForm, Section } from '#ui/forms/plain-form.tsx'
import { DeliveryOrPickup } from '../choose/slot-picker.tsx'
import type { DeliveryOptions, deliverySimulationEndpoint } from '../delivery.endpoints.ts'
import { AddButton } from '../delivery-page.tsx'
import { NumberField } from '../number-field.tsx'
import { type DeliveryLine, linesQuery } from '../slot-options.ts'

interface SimulatorFormProps {
  simulator: ReturnType<typeof useSimulator>
  cakes: readonly SimulatedCake[]
}

export function SimulatorForm({ simulator, cakes }: SimulatorFormProps) {
  const { customer, change, errors } = simulator
  const { now, isPickup, pincode, days, lines } = customer
  return (
    <PlainForm onSave={simulator.simulate}>
      <Section id="customer" title="The customer">
        <DeliveryOrPickup
          legend="Delivery or pickup"
          isPickup={isPickup}
          onChange={(toPickup) => change({ isPickup: toPickup })}
        />
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <TextField
            label="Orders at"
            type="datetime-local"
            value={now}
            onChange={({ target }) => change({ now: target.value })}
            hint="Indian time; blank means now"
            error={errors.now}
          />
          {!isPickup && (
            <TextField
              label="Pincode"
              inputMode="numeric"
              value={pincode}
              onChange={({ target }) => change({ pincode: target.value })}
              error={errors.pincode}
            />
          )}
          <SelectField
            label="Looks ahead"
            value={days}
            onChange={({ target }) => change({ days: Number(target.value) })}
          >
            <option value={7}>One week</option>
            <option value={14}>Two weeks</option>
            <option value={28}>Four weeks</option>
          </SelectField>
        </div>
      </Section>
      <Section id="cart" title="The cart">
        {lines.map((line, index) => (
          <CartLineFields
            key={line.key}
            title={`Cake ${index + 1}`}
            line={line}
            cakes={cakes}
            onChange={(changed) => change({ lines: lines.with(index, changed) })}
            onRemove={() => change({ lines: lines.toSpliced(index, 1) })}
          />
        ))}
        <AddButton onClick={simulator.addLine}>Add a cake</AddButton>
      </Section>
      <Button type="submit" size="large" busy={simulator.busy} className="justify-self-start">
        Show what the customer sees
      </Button>
    </PlainForm>
  )
}

interface CartLineFieldsProps {
  title: string
  line: SimulatedLine
  cakes: readonly SimulatedCake[]
  onChange: (line: SimulatedLine) => void
  onRemove: () => void
}

function CartLineFields({ title, line, cakes, onChange, onRemove }: CartLineFieldsProps) {
  const weights = cakes.find(({ id }) => id === line.cakeid)?.weights ?? []
  return (
    <fieldset className="grid items-end gap-4 rounded-card border border-line p-4 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_auto]">
      <legend className="px-1 font-semibold">{title}</legend>
      <SelectField
        label="Cake"
        value={line.cakeid}
        onChange={({ target }) => {
          const cake = cakes.find(({ id }) => id === target.value)
          if (cake) onChange(lineOf(cake, line))
        }}
      >
        {cakes.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Weight"
        value={line.wt}
        onChange={({ target }) => onChange({ ...line, wt: target.value })}
      >
        {weights.map((wt) => (
          <option key={wt} value={wt}>
            {formatWeight(wt)}
          </option>
        ))}
      </SelectField>
      <NumberField
        label="Amount"
        value={line.amount}
        onChange={(amount) => onChange({ ...line, amount: amount ?? 1 })}
      />
      <Button variant="quiet" size="small" className="mb-1.5" onClick={onRemove}>
        {`Remove ${title.toLowerCase()}`}
      </Button>
    </fieldset>
  )
}

/** A customised cake has no weights of its own. */
export interface SimulatedCake {
  id: string
  name: string
  /** kg */
  weights: readonly string[]
}

interface SimulatedLine extends DeliveryLine {
  key: number
}

interface Customer {
  /** 'YYYY-MM-DDTHH:mm' in Kolkata; '' for the current time. */
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

/** Replaces the cake of a line, with the first of its weights. */
function lineOf(
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
