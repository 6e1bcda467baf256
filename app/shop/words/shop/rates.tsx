import { call } from '#platform/http/api-client.ts'
import { type GoodsRate, gstPercents } from '#shop/values/gst/goods-rates.ts'
import { formatDay } from '#shop/values/kolkata-time.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { Section } from '#ui/forms/plain-form.tsx'
import { useSchemaForm } from '#ui/forms/use-schema-form.ts'
import type { SaveRate, TakeRateBack } from '../save-words.server.ts'
import type { ListedRate } from './own-rates.ts'

const loadSchema = async () => (await import('./rate.schema.ts')).rateSchema

interface RatesProps {
  /** Those that hold, and those to come. */
  rates: readonly ListedRate[]
  categories: readonly string[]
  /** 'YYYY-MM-DD' */
  tomorrow: string
}

const everythingElse = 'Everything else'

/** What is taxed how, and from when. */
export function Rates({ rates, categories, tomorrow }: RatesProps) {
  const action = useReloadingAction()
  const form = useSchemaForm(loadSchema, async (body) => {
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
                  {head || <span className="sr-only">Take back</span>}
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
                      Take back
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <form {...form.props} className="grid items-start gap-4 sm:grid-cols-4">
        <SelectField {...form.field('category')} label="Category">
          <option value="">{everythingElse}</option>
          {categories.map((category) => (
            <option key={category} value={category}>
              {category}
            </option>
          ))}
        </SelectField>
        <TextField {...form.field('from')} label="From" type="date" min={tomorrow} />
        <TextField {...form.field('hsn')} label="HSN code" inputMode="numeric" />
        <SelectField {...form.field('gstPercent')} label="GST">
          {gstPercents.map((percent) => (
            <option key={percent} value={percent}>
              {`${percent}%`}
            </option>
          ))}
        </SelectField>
        <div className="sm:col-span-4">
          <Button type="submit" variant="secondary" busy={form.busy}>
            Change from that day
          </Button>
        </div>
      </form>
    </Section>
  )
}
