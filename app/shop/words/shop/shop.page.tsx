import { Link } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { call } from '#platform/http/api-client.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { type GoodsRate, gstPercents } from '#shop/values/gst/goods-rates.ts'
import { indiaStates } from '#shop/values/gst/india-states.ts'
import { type GstStatus, gstStatuses } from '#shop/values/gst/taxpayer.ts'
import { formatDay, kolkataDay, shiftDay } from '#shop/values/kolkata-time.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { type FieldLook, FieldsOf, Section } from '#ui/forms/plain-form.tsx'
import { useSchemaForm } from '#ui/forms/use-schema-form.ts'
import type { SaveDetails, SaveRate, TakeRateBack } from '../save-words.server.ts'
import type { Route } from './+types/shop.page.ts'
import type { TypedDetails } from './details.schema.ts'
import { LateScaleRows } from './late-scale-rows.tsx'
import { type ListedRate, listedRates, typedDetails } from './typed-details.ts'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff({ request, url }, app, 'edit-words')
  const { shop, clock, publishedCakes } = app
  const today = kolkataDay(clock.now())
  return {
    details: typedDetails(shop),
    earlierGst: shop.registrationToCome && shop.gst,
    today,
    states: indiaStates,
    rates: shop.gst === 'regular' ? listedRates(shop.rates, today) : null,
    categories: publishedCakes.current().choices.categories,
    tomorrow: shiftDay(today, 1),
  }
}

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Shop')

const loadSchema = async () => (await import('./details.schema.ts')).detailsSchema

const gstLabels: Record<GstStatus, string> = {
  regular: 'Registered: tax invoices',
  composition: 'Composition dealer: bills of supply',
  unregistered: 'Not registered: invoices without tax',
}

const email = { type: 'email', inputMode: 'email' } as const
const profile = { type: 'url', inputMode: 'url', hint: 'Empty: no link.' } as const
const noOrYes = (no: string) =>
  [
    ['no', no],
    ['yes', 'Yes'],
  ] as const

type Fields = Partial<Record<keyof TypedDetails, FieldLook>>
type LoaderData = Route.ComponentProps['loaderData']

/** The late scale stands in it, too. */
const moneyBack = 'Money back'

/** By the title of their part. */
const fieldsOf = ({ today, earlierGst, states }: LoaderData): Record<string, Fields> => ({
  'Your shop': {
    name: { label: 'Name' },
    legalName: {
      label: 'Legal name',
      hint: 'Yours or the company’s, if it is another. Papers are in this name.',
    },
    address: { label: 'Address', rows: 2 },
    phone: { label: 'Phone', type: 'tel', inputMode: 'tel' },
    whatsapp: {
      label: 'WhatsApp number',
      type: 'tel',
      inputMode: 'tel',
      hint: 'Customers chat with it. Empty: no link.',
    },
    email: { label: 'Email', ...email },
    asksForReviews: {
      label: 'Ask for reviews',
      hint: 'By email, on the day after their cake has come.',
      options: noOrYes('No'),
    },
  },
  'Tax and food licence': {
    gst: { label: 'GST registration', options: gstStatuses.map((one) => [one, gstLabels[one]]) },
    gstin: {
      label: 'GSTIN',
      hint: 'Empty if you are not registered. Its first digits are your state.',
      autoCapitalize: 'characters',
    },
    gstFrom: {
      label: 'Registration holds from',
      type: 'date',
      min: today,
      hint: earlierGst ? `Until then: ${gstLabels[earlierGst]}.` : 'Empty: at once.',
    },
    state: {
      label: 'State',
      hint: 'Counts if you are not registered.',
      options: states.map(({ code, name }) => [code, name]),
    },
    sellsToOtherStates: {
      label: 'Sells to other states',
      hint: 'If you are not registered. Who sells taxed goods to another state must be registered: ask your accountant first.',
      options: noOrYes('No, within your state only'),
    },
    fssai: { label: 'FSSAI licence', inputMode: 'numeric' },
    fssaiUntil: {
      label: 'Licence ends on',
      type: 'date',
      hint: 'The panel reminds you 60 days before.',
    },
  },
  'At the door': {
    upiId: {
      label: 'UPI id',
      autoCapitalize: 'none',
      hint: 'The rider’s QR code pays this account.',
    },
    deposit: {
      label: 'Paid when a customised cake is accepted (%)',
      inputMode: 'numeric',
      hint: '0: all of it at the door. 100: all of it online. Gifts, guests and the midnight slot always pay online.',
    },
    balanceDays: {
      label: 'Remind of the rest so many days before',
      inputMode: 'numeric',
      hint: 'By email, of what is still to be paid after a deposit. 0: no email.',
    },
    cashNeedsKnown: {
      label: 'Cash only after a first delivered order',
      hint: 'Theirs, or one with the same mobile number. Others pay ready-made cakes online.',
      options: noOrYes('No, for all who may pay in cash'),
    },
  },
  [moneyBack]: {
    refundLimit: {
      label: 'A manager gives away at most',
      inputMode: 'numeric',
      hint: 'Rupees of one order: refunded, waived, made cheaper, cancelled or closed, all together. Owners may give away any amount.',
    },
    dayLimit: {
      label: 'A manager gives away in a day at most',
      inputMode: 'numeric',
      hint: 'Rupees of all orders.',
    },
  },
  'How it looks': {
    accent: { label: 'Colour of buttons and links', type: 'color' },
    mapPoint: {
      label: 'On the map',
      placeholder: '12.9736, 77.6007',
      hint: 'Keep a finger on your door in Google Maps, and copy the two numbers.',
    },
    instagram: { label: 'Instagram', ...profile },
    facebook: { label: 'Facebook', ...profile },
    youtube: { label: 'YouTube', ...profile },
  },
  'Who answers complaints': {
    grievanceName: { label: 'Name of the officer' },
    grievanceTitle: { label: 'Title' },
    grievanceEmail: { label: 'Email for complaints', ...email },
  },
})

export default function ShopPage({ loaderData }: Route.ComponentProps) {
  const { details, rates, categories, tomorrow } = loaderData
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
        {Object.entries(fieldsOf(loaderData)).map(([title, fields], index) => (
          <Section key={title} id={`part-${index}`} title={title}>
            <div className="grid items-start gap-4 sm:grid-cols-2">
              {title === moneyBack && (
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
