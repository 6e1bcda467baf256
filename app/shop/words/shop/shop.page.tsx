import { useState } from 'react'
import { Link } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { call } from '#platform/http/api-client.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { type GoodsRate, gstPercents } from '#shop/values/gst/goods-rates.ts'
import type { GstStatus } from '#shop/values/gst/taxpayer.ts'
import { formatDay, kolkataDay, shiftDay } from '#shop/values/kolkata-time.ts'
import { parseLateScale, typedLateScale } from '#shop/values/late-scale.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { FieldError, SelectField, TextField } from '#ui/forms/field.tsx'
import type { FieldLook } from '#ui/forms/field-look.ts'
import { FieldsOf, Section } from '#ui/forms/plain-form.tsx'
import { useSchemaForm } from '#ui/forms/use-schema-form.ts'
import type { SaveDetails, SaveRate, TakeRateBack } from '../save-words.server.ts'
import type { Route } from './+types/shop.page.ts'
import { detailParts, gstLabels, looks, type TypedDetails } from './details.schema.ts'
import { type ListedRate, listedRates, typedDetails } from './typed-details.ts'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff({ request, url }, app, 'edit-words')
  const { shop, clock, publishedCakes } = app
  const { choices, extras } = publishedCakes.current()
  const today = kolkataDay(clock.now())
  return {
    details: typedDetails(shop),
    parts: shownParts(today, shop.registrationToCome && shop.gst),
    rates: shop.gst === 'regular' ? listedRates(shop.rates, today) : null,
    categories: [...new Set([...choices.categories, ...extras.map(({ cake }) => cake.category)])],
    tomorrow: shiftDay(today, 1),
  }
}

/** Each with its title, as data: their schemas stay here. */
function shownParts(today: string, earlierGst: GstStatus | null) {
  return Object.entries(detailParts).map(([title, fields]) => {
    const shown = Object.entries(fields).flatMap(([name, schema]) => {
      const look = looks.get(schema)
      if (!look) return []
      if (name !== 'gstFrom') return [[name, look]]
      const hint = earlierGst ? `Until then: ${gstLabels[earlierGst]}.` : look.hint
      return [[name, { ...look, min: today, hint }]]
    })
    const looksOfPart: Fields = Object.fromEntries(shown)
    return { title, hasLateScale: 'lateScale' in fields, fields: looksOfPart }
  })
}

type Fields = Partial<Record<keyof TypedDetails, FieldLook>>

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Shop')

const loadSchema = async () => (await import('./details.schema.ts')).detailsSchema

export default function ShopPage({ loaderData }: Route.ComponentProps) {
  const { details, parts, rates, categories, tomorrow } = loaderData
  const action = useReloadingAction()
  const form = useSchemaForm(loadSchema, async (body) => {
    const problem = await action.run(() => call<SaveDetails>('POST /shop', { body }))
    form.showErrors(problem?.errors ?? {})
  })
  return (
    <div className="grid gap-5">
      <header>
        <h1 className="text-3xl">Shop</h1>
        <p className="mt-1 max-w-[65ch] text-cocoa-soft">
          Who you are. Pages, mails and new invoices show it as soon as you save. Invoices already
          made stay as they are. Logo, pictures and what your pages say are under{' '}
          <Elsewhere to="/admin/words">Words</Elsewhere>, how much cash you take under{' '}
          <Elsewhere to="/admin/delivery">Delivery settings</Elsewhere>.
        </p>
      </header>
      <form {...form.props} className="grid gap-5">
        {parts.map(({ title, hasLateScale, fields }, index) => (
          <Section key={title} id={`part-${index}`} title={title}>
            <div className="grid items-start gap-4 sm:grid-cols-2">
              {hasLateScale && (
                <LateScaleRows {...form.field('lateScale')} defaultValue={details.lateScale} />
              )}
              <FieldsOf form={form} fields={fields} values={details} />
            </div>
          </Section>
        ))}
        <div className="sticky bottom-0 -mx-2 bg-cream px-2 py-3">
          <Button type="submit" busy={form.busy}>
            Save
          </Button>
        </div>
      </form>
      {rates && <Rates {...{ rates, categories, tomorrow }} />}
    </div>
  )
}

function Elsewhere(link: { to: string; children: string }) {
  return <Link {...link} className="font-semibold text-berry underline underline-offset-3" />
}

/** A step as it is typed; `percent` counts where not the delivery's price comes back. */
interface TypedStep {
  id: string
  minutes: string
  gives: 'delivery' | 'percent'
  percent: string
}

const newStep = (): TypedStep => ({
  id: crypto.randomUUID(),
  minutes: '',
  gives: 'percent',
  percent: '',
})

function stepsOf(text: string): TypedStep[] {
  return (parseLateScale(text) ?? []).map(({ minutes, gives }, index) => ({
    id: String(index),
    minutes: String(minutes),
    gives: gives === 'delivery' ? gives : 'percent',
    percent: gives === 'delivery' ? '' : String(gives),
  }))
}

function textOf(steps: readonly TypedStep[]): string {
  return typedLateScale(
    steps.map(({ minutes, gives, percent }) => ({
      minutes,
      gives: gives === 'delivery' ? gives : percent,
    })),
  )
}

interface LateScaleRowsProps {
  /** Of the form's field: it sends all rows as one text, such as '30=delivery, 60=20%'. */
  name: string
  error: string | undefined
  defaultValue: string
}

/** What comes back of a late delivery: a row of minutes for each step. */
function LateScaleRows({ name, error, defaultValue }: LateScaleRowsProps) {
  const [steps, setSteps] = useState(() => stepsOf(defaultValue))
  const change = (index: number, part: Partial<TypedStep>) =>
    setSteps(steps.map((step, at) => (at === index ? { ...step, ...part } : step)))
  return (
    <fieldset className="grid gap-3 sm:col-span-2">
      <legend className="text-sm font-semibold">A late delivery</legend>
      <p className="text-xs text-cocoa-soft">
        Minutes after the slot’s end, and what comes back then. Holds for deliveries from now on.
      </p>
      <input type="hidden" name={name} value={textOf(steps)} />
      {steps.map(({ id, minutes, gives, percent }, index) => (
        <fieldset key={id} className="grid items-end gap-3 sm:grid-cols-[8rem_1fr_9rem_auto]">
          <legend className="sr-only">{`Step ${index + 1}`}</legend>
          <TextField
            label="Minutes late"
            inputMode="numeric"
            autoComplete="off"
            value={minutes}
            onChange={({ target }) => change(index, { minutes: target.value.trim() })}
          />
          <SelectField
            label="What comes back"
            value={gives}
            onChange={({ target }) => change(index, { gives: target.value as TypedStep['gives'] })}
          >
            <option value="delivery">What the delivery cost</option>
            <option value="percent">A part of the order</option>
          </SelectField>
          {gives === 'percent' ? (
            <TextField
              label="Per cent"
              inputMode="numeric"
              autoComplete="off"
              value={percent}
              onChange={({ target }) => change(index, { percent: target.value.trim() })}
            />
          ) : (
            <span className="max-sm:hidden" />
          )}
          <Button
            variant="quiet"
            size="small"
            className="mb-0.5 justify-self-start"
            onClick={() => setSteps(steps.toSpliced(index, 1))}
          >
            Remove<span className="sr-only">{` step ${index + 1}`}</span>
          </Button>
        </fieldset>
      ))}
      {steps.length === 0 && <p className="text-sm">Nothing is promised.</p>}
      <FieldError>{error}</FieldError>
      <Button
        variant="secondary"
        size="small"
        className="justify-self-start"
        onClick={() => setSteps([...steps, newStep()])}
      >
        Add a step
      </Button>
    </fieldset>
  )
}

const loadRateSchema = async () => (await import('./details.schema.ts')).rateSchema

interface RatesProps {
  /** Those that hold, and those to come. */
  rates: readonly ListedRate[]
  categories: readonly string[]
  /** 'YYYY-MM-DD' */
  tomorrow: string
}

const everythingElse = 'Everything else'

/** What is taxed how, and from when. */
function Rates({ rates, categories, tomorrow }: RatesProps) {
  const action = useReloadingAction()
  const form = useSchemaForm(loadRateSchema, async (body) => {
    const problem = await action.run(() => call<SaveRate>('POST /shop/rates', { body }))
    form.showErrors(problem?.errors ?? {})
  })
  const takeBack = ({ category, from }: GoodsRate) =>
    action.run(() => call<TakeRateBack>('POST /shop/rates/take-back', { body: { category, from } }))
  return (
    <Section
      id="rates"
      title="GST by category"
      intro="Delivery is taxed as what it brings. What is sold before a change stays as it was."
    >
      <div className="overflow-x-auto">
        <table className="w-full text-left text-sm">
          <thead>
            <tr>
              {['Category', 'From', 'HSN', 'GST', ''].map((head) => (
                <th key={head} scope="col" className="py-2 pr-4">
                  {head || <span className="sr-only">Withdraw</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rates.map((rate) => (
              <tr key={`${rate.category} ${rate.from}`} className="border-t border-stroke">
                <td className="py-2 pr-4 first-letter:uppercase">
                  {rate.category || everythingElse}
                </td>
                <td className="py-2 pr-4">{formatDay(rate.from)}</td>
                <td className="py-2 pr-4">{rate.hsn}</td>
                <td className="py-2 pr-4">{`${rate.gstPercent}%`}</td>
                <td className="py-2">
                  {rate.isToCome && (
                    <Button
                      variant="quiet"
                      size="small"
                      busy={action.busy}
                      onClick={() => takeBack(rate)}
                    >
                      Withdraw
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <form {...form.props} className="grid items-start gap-4 sm:grid-cols-4">
        <FieldsOf
          form={form}
          fields={{
            category: {
              label: 'Category',
              options: ['', ...categories].map((one) => [one, one || everythingElse]),
            },
            from: { label: 'From', type: 'date', min: tomorrow },
            hsn: { label: 'HSN code', inputMode: 'numeric' },
            gstPercent: {
              label: 'GST',
              options: gstPercents.map((percent) => [percent, `${percent}%`]),
            },
          }}
        />
        <div className="sm:col-span-4">
          <Button type="submit" variant="secondary" busy={form.busy}>
            Apply from that day
          </Button>
        </div>
      </form>
    </Section>
  )
}
