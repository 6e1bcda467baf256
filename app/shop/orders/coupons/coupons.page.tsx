import { appContext } from '#app/context.server.ts'
import { call } from '#platform/http/api-client.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { couponGoods, couponText } from '#shop/cart/coupon.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { formatDay } from '#shop/values/kolkata-time.ts'
import { formatInr } from '#shop/values/money.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import type { FieldLook } from '#ui/forms/field-look.ts'
import { FieldsOf, Section } from '#ui/forms/plain-form.tsx'
import { useSchemaForm } from '#ui/forms/use-schema-form.ts'
import { ListTable } from '#ui/lists/data-table.tsx'
import type { Route } from './+types/coupons.page.ts'
import type { TypedCoupon } from './coupon.schema.ts'
import { type AddCoupon, type EndCoupon, overSince } from './coupons.server.ts'
import { couponsWithSales } from './coupons.store.server.ts'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff({ request, url }, app, 'edit-words')
  const now = app.clock.now()
  const rows = await couponsWithSales(app.db)
  return rows.map((row) => ({ id: row.coupon.code, ...row, over: overSince(row.coupon, now) }))
}

type Row = Route.ComponentProps['loaderData'][number]

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Coupons')

export default function CouponsPage({ loaderData }: Route.ComponentProps) {
  const { busy, run } = useReloadingAction()
  const end = (code: string) => run(() => call<EndCoupon>('POST /coupons/end', { body: { code } }))
  return (
    <div className="grid gap-5">
      <header>
        <h1 className="text-3xl">Coupons</h1>
        <p className="mt-1 text-cocoa-soft">
          What customers type in the cart, and what each has brought: orders that are placed and not
          cancelled.
        </p>
      </header>
      <ListTable
        label="Coupons"
        rows={loaderData}
        columns={[
          ['Code', ({ id }) => <strong>{id}</strong>],
          ['Takes off', ({ coupon }) => `${couponText(coupon)} ${couponGoods(coupon)}`],
          ['For', ({ coupon }) => limitsText(coupon)],
          ['Orders', ({ orders }) => (orders === 1 ? '1 order' : `${orders} orders`)],
          ['Given', ({ offPaise }) => `${formatInr(offPaise)} given`],
          ['Sales', ({ salesPaise }) => `${formatInr(salesPaise)} of cakes sold`],
          [
            'Days',
            (row) => (
              <div className="flex flex-wrap items-center gap-x-4">
                <span>{daysText(row)}</span>
                {row.over === null && (
                  <Button
                    variant="secondary"
                    size="small"
                    busy={busy}
                    onClick={() => void end(row.id)}
                  >
                    End<span className="sr-only"> {row.id}</span>
                  </Button>
                )}
              </div>
            ),
          ],
        ]}
      >
        There is no coupon yet.
      </ListTable>
      <AddForm />
    </div>
  )
}

function limitsText({ maxUses, maxEach, isForFirstOrder }: Row['coupon']): string {
  const limits = [
    isForFirstOrder && 'first orders',
    maxUses && `${maxUses} in all`,
    maxEach && `${maxEach} each`,
  ]
  return limits.filter(Boolean).join(', ') || 'everybody'
}

function daysText({ over, coupon: { startsOn, endsOn } }: Row): string {
  if (over) return `Over since ${formatDay(over)}`
  const days = [startsOn && `from ${formatDay(startsOn)}`, endsOn && `until ${formatDay(endsOn)}`]
  return days.filter(Boolean).join(' ') || 'until you end it'
}

const fields: Record<keyof TypedCoupon, FieldLook> = {
  code: { label: 'Code', placeholder: 'DIWALI10', autoCapitalize: 'characters' },
  off: { label: 'Takes off', hint: 'Per cent, such as 10%, or rupees, such as 100' },
  from: { label: 'From a subtotal of (₹)', inputMode: 'numeric', hint: 'Of the cakes it is for' },
  categories: { label: 'For categories', hint: 'Such as Chocolate, Pastry. Empty: all cakes' },
  isForFirstOrder: {
    label: 'For whom',
    options: [
      ['no', 'All customers'],
      ['yes', 'First orders only'],
    ],
  },
  maxUses: { label: 'How often in all', inputMode: 'numeric', hint: 'Empty: any number' },
  maxEach: { label: 'How often each', inputMode: 'numeric', hint: 'By mobile and email' },
  startsOn: { label: 'First day', type: 'date' },
  endsOn: { label: 'Last day', type: 'date' },
}

const loadSchema = async () => (await import('./coupon.schema.ts')).couponSchema

function AddForm() {
  const { run } = useReloadingAction()
  const form = useSchemaForm(loadSchema, async (body) => {
    const problem = await run(() => call<AddCoupon>('POST /coupons', { body }))
    if (problem) form.showErrors(problem.errors ?? {})
    else form.reset()
  })
  return (
    <Section id="add" title="Add a coupon">
      <form {...form.props} className="grid gap-4">
        <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <FieldsOf form={form} fields={fields} />
        </div>
        <Button type="submit" busy={form.busy} className="justify-self-start">
          Add coupon
        </Button>
      </form>
    </Section>
  )
}
