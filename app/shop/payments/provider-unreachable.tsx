import { Button } from '#ui/button.tsx'

interface ProviderUnreachableProps {
  /** The company, as customers know it. */
  company: string
  onTryAgain: () => void
}

/** In the place of a company's part of the page that could not be fetched: what may be wrong, and another try. */
export function ProviderUnreachable({ company, onTryAgain }: ProviderUnreachableProps) {
  return (
    <div role="alert" className="grid justify-items-start gap-3 rounded-field bg-blush p-4">
      <p className="text-sm">
        <strong>{company} takes our payments, and could not be reached.</strong> Check your
        connection, and whether something in your browser blocks {company}. Your cart is kept.
      </p>
      <Button variant="secondary" size="small" onClick={onTryAgain}>
        Try again
      </Button>
    </div>
  )
}
