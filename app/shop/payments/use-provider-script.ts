import { useEffect, useState } from 'react'

/** The code of a company, which comes from the company alone: on its way, there, or not to be had. */
export type ProviderScript<Code> = { kind: 'loading' | 'failed' } | { kind: 'ready'; code: Code }

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
