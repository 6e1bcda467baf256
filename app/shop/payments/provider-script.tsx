import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'

/** The code of a company, which comes from the company alone: on its way, there, or not to be had. */
type ProviderScript<Code> = { kind: 'loading' | 'failed' } | { kind: 'ready'; code: Code }

/** Fetches a company's code while the page that needs it is open; `load` is to fetch it once, and anew after a failure. */
export function useProviderScript<Code>(load: () => Promise<Code>) {
  const [state, setState] = useState<ProviderScript<Code>>({ kind: 'loading' })
  const [wanted, setWanted] = useState(() => load)

  useEffect(() => {
    let left = false
    const show = (next: ProviderScript<Code>) => !left && setState(next)
    wanted().then(
      (code) => show({ kind: 'ready', code }),
      () => show({ kind: 'failed' }),
    )
    return () => {
      left = true
    }
  }, [wanted])

  function tryAgain() {
    setState({ kind: 'loading' })
    setWanted(() => () => load())
  }

  return { state, tryAgain }
}

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
