import { ChevronLeft, ChevronRight } from 'lucide-react'
import { appContext } from '#app/context.server.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Section } from '#ui/forms/plain-form.tsx'
import { DayCloses } from '../day-close/day-closes.tsx'
import { Returns } from '../returns/returns.tsx'
import { SalesBy } from '../sales/sales-by.tsx'
import { UpiPayments } from '../upi/upi-payments.tsx'
import type { Route } from './+types/money.page.ts'
import { loadMonth } from './load-month.server.ts'
import { PaperList, PapersFileLink } from './paper-list.tsx'
import { DoorMoney, Sums } from './sums.tsx'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff({ request, url }, app, 'see-money')
  return loadMonth(app, url.searchParams)
}

export const meta: Route.MetaFunction = () => [
  { title: 'Money | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

/** A month, for the owner and their accountant. */
export default function MoneyPage({ loaderData }: Route.ComponentProps) {
  const { month, title, previous, next, papers, returns, riders, days, today } = loaderData
  const { charges, payments, sales, unmatched } = loaderData
  return (
    <div className="grid grid-cols-1 gap-5">
      <header>
        <h1 className="text-3xl">Money</h1>
        <p className="mt-1 text-lg">{title}</p>
      </header>
      <nav aria-label="Months" className="flex flex-wrap gap-2">
        <ButtonLink to={`?month=${previous}`} variant="secondary">
          <ChevronLeft size={18} aria-hidden="true" />
          Previous month
        </ButtonLink>
        {next && (
          <ButtonLink to={`?month=${next}`} variant="secondary">
            Next month
            <ChevronRight size={18} aria-hidden="true" />
          </ButtonLink>
        )}
      </nav>
      <Sums charges={charges} payments={payments} />
      <SalesBy month={month} sales={sales} />
      <DoorMoney riders={riders} />
      <DayCloses days={days} today={today} />
      <UpiPayments {...unmatched} />
      <Returns month={month} returns={returns} />
      <Section id="papers" title={`Papers: ${returns.papers}`}>
        {returns.papers > 0 && <PapersFileLink month={month} />}
        <PaperList month={month} papers={papers} />
      </Section>
    </div>
  )
}
