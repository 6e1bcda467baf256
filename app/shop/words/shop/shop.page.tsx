import { Link } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { call } from '#platform/http/api-client.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { type GoodsRate, gstPercents } from '#shop/values/gst/goods-rates.ts'
import type { GstStatus } from '#shop/values/gst/taxpayer.ts'
import { formatDay, kolkataDay, shiftDay } from '#shop/values/kolkata-time.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import type { FieldLook } from '#ui/forms/field-look.ts'
import { FieldsOf, Section } from '#ui/forms/plain-form.tsx'
import { useSchemaForm } from '#ui/forms/use-schema-form.ts'
import type { SaveDetails, SaveRate, TakeRateBack } from '../save-words.server.ts'
import type { Route } from './+types/shop.page.ts'
import { detailParts, gstLabels, looks, type TypedDetails } from './details.schema.ts'
import { LateScaleRows } from './late-scale-rows.tsx'
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
