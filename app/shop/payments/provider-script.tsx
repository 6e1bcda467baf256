import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'

/** A provider's own script, which only the provider's server has. */
type ProviderScript<Code> = { kind: 'loading' | 'failed' } | { kind: 'ready'; code: Code }

/** Loads a provider's script. `load` must load it once, and again after a failure. */
export function useProviderScript<Code>(load: () => Promise<Code>) {
  const [state, setState] = useState<ProviderScript<Code>>({ kind: 'loading' })
  const [loader, setLoader] = useState(() => load)

  useEffect(() => {
    let isUnmounted = false
    const show = (next: ProviderScript<Code>) => !isUnmounted && setState(next)
    loader().then(
      (code) => show({ kind: 'ready', code }),
      () => show({ kind: 'failed' }),
    )
    return () => {
      isUnmounted = true
    }
  }, [loader])

  function tryAgain() {
    setState({ kind: 'loading' })
    setLoader(() => () => load())
  }

  return { state, tryAgain }
}

interface ProviderUnreachableProps {
  provider: string
  onTryAgain: () => void
}

export function ProviderUnreachable({ provider, onTryAgain }: ProviderUnreachableProps) {
  return (
    <div role="alert" className="grid justify-items-start gap-3 rounded-field bg-blush p-4">
      <p className="text-sm">
        <strong>{`${provider} takes our payments, and could not be reached.`}</strong> Check your
        connection, and whether something in your browser blocks <span>{provider}</span>. Your cart
        is saved.
      </p>
      <Button variant="secondary" size="small" onClick={onTryAgain}>
        Try again
      </Button>
    </div>
  )
}
