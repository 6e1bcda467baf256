import { formatWeight } from '#shop/values/weight.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { DeliveryOrPickup } from '../delivery-or-pickup.tsx'
import { AddButton, PlainForm, Section } from '../delivery-page.tsx'
import { NumberField } from '../number-field.tsx'
import {
  lineOf,
  type SimulatedCake,
  type SimulatedLine,
  type useSimulator,
} from './use-simulator.ts'

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
            hint="In Kolkata. Empty: now"
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
        Remove {title.toLowerCase()}
      </Button>
    </fieldset>
  )
}
