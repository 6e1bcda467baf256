import type { BrowserProvider } from '#shop/payments/browser-provider.ts'
import { Skeleton } from '#ui/spinner.tsx'

/** As high as what each company's form asks for. */
const asked: Record<BrowserProvider['name'], string> = {
  sandbox: 'h-121.75 md:h-116.25',
  stripe: 'h-46',
  razorpay: 'h-20.5 md:h-15',
}

/** Where the form for a payment is about to be, as high as that: nothing below it moves when it comes. */
export function PaymentLoading({ company: { name } }: { company: BrowserProvider }) {
  return (
    <div className="card grid gap-5 p-5 md:p-8">
      <Skeleton className={asked[name]} />
      <Skeleton className="h-26.75" />
      <Skeleton className="h-20.5" />
      <Skeleton className="h-14" />
    </div>
  )
}
