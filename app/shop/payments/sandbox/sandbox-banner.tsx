import { useState } from 'react'
import { testCards } from './sandbox-cards.ts'

interface SandboxBannerProps {
  /** Called with the number of the test card that was chosen. */
  onPick: (number: string) => void
  disabled: boolean | undefined
}

/** Says that no money moves, and fills in a test card at a press. */
export function SandboxBanner({ onPick, disabled }: SandboxBannerProps) {
  const [picked, setPicked] = useState('')
  return (
    <div className="rounded-field bg-blush px-4 py-3 text-sm">
      <p>
        <strong>Test payments: no money moves.</strong> Only the test cards below work here; please
        do not type a real card.
      </p>
      <details className="mt-1">
        <summary className="min-h-11 w-fit py-2.5 font-semibold text-berry">
          Show the test cards
        </summary>
        <ul className="grid gap-2 pb-1">
          {testCards.map(({ number, says }) => (
            <li key={number}>
              <button
                type="button"
                disabled={disabled}
                onClick={() => {
                  onPick(number)
                  setPicked(number)
                }}
                className="flex min-h-11 w-full flex-wrap items-center gap-x-3 rounded-field border border-stroke bg-paper px-4 py-2 text-left transition hover:border-berry"
              >
                <span className="font-semibold tabular-nums">{number}</span>{' '}
                <span className="text-cocoa-soft">{says}</span>
              </button>
            </li>
          ))}
        </ul>
      </details>
      <p role="status" className="sr-only">
        {picked && `Filled in ${picked}`}
      </p>
    </div>
  )
}
