import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDay } from '#shop/values/kolkata-time.ts'
import type { SampleDetail } from './sample-details.ts'

const labels: Record<SampleDetail, string> = {
  address: 'address',
  phone: 'phone',
  email: 'email',
  gstin: 'GSTIN',
  fssai: 'FSSAI licence',
  upiId: 'UPI id',
  grievanceName: 'who answers complaints',
}

/** A reminder on the panel. Nothing without a day. */
export function LicenceEnds({ day }: { day: string | null }) {
  if (day === null) return null
  return (
    <p>
      <Link
        to="/admin/shop"
        className="inline-flex min-h-11 items-center font-semibold text-chilli underline underline-offset-3"
      >
        {`Your FSSAI licence ends on ${formatDay(day)}: renew it, and say its new last day`}
      </Link>
    </p>
  )
}

interface BeforeOpeningProps {
  samples: readonly SampleDetail[]
  /** How many cakes in the shop say nothing of what is in them. */
  unsaidCakes: number
}

/** What the owner has to say before customers come. Nothing once it is all said. */
export function BeforeOpening({ samples, unsaidCakes }: BeforeOpeningProps) {
  if (samples.length === 0 && unsaidCakes === 0) return null
  return (
    <section
      aria-labelledby="before-opening"
      className="card grid gap-2 border-l-4 border-berry p-4"
    >
      <h2 id="before-opening" className="text-lg">
        Before you open
      </h2>
      {samples.length > 0 && <Samples samples={samples} />}
      {unsaidCakes > 0 && (
        <ToSay to="/admin?cakes=#cakes" link="Say what is in them">
          <span>{unsaidCakes === 1 ? '1 cake does not' : `${unsaidCakes} cakes do not`}</span> say
          all that the food law wants: ingredients, allergens, best before.
        </ToSay>
      )}
    </section>
  )
}

function Samples({ samples }: Pick<BeforeOpeningProps, 'samples'>) {
  const listed = new Intl.ListFormat('en-IN').format(samples.map((name) => labels[name]))
  return (
    <ToSay to="/admin/shop" link="Say who you are">
      {`These are still the sample’s, or missing: ${listed}.`}
    </ToSay>
  )
}

function ToSay({ to, link, children }: { to: string; link: string; children: ReactNode }) {
  return (
    <>
      <p>{children}</p>
      <Link
        to={to}
        className="inline-flex min-h-11 w-fit items-center font-semibold text-berry underline underline-offset-3"
      >
        {link}
      </Link>
    </>
  )
}
