import { type FormEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { loadNeeded } from '#ui/connection.ts'
import { CheckboxField, TextField } from '#ui/forms/field.tsx'
import { NeedsScript, useHydrated } from '#ui/hydration.tsx'
import type { Faults, SubscribeFields } from './subscribe.ts'

// On its way once the form has the focus: every page has this form, and few visitors use it.
const loadSubscribe = () => import('./subscribe.ts')

/** Validated by hand and again by the server: it is on every page, where a form library would be too heavy. */
export function SubscribeForm() {
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)
  const [thanks, setThanks] = useState('')
  const ready = useHydrated()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = event.currentTarget.elements as unknown as SubscribeFields
    setBusy(true)
    const { subscribe } = await loadNeeded(loadSubscribe)
    const outcome = await subscribe(fields)
    setBusy(false)
    if ('thanks' in outcome) return setThanks(outcome.thanks)
    setFaults(outcome)
    fields[outcome.email ? 'email' : 'consent'].focus()
  }

  return (
    <section aria-labelledby="subscribe" className="grid content-start gap-3">
      <h2 id="subscribe" className="text-lg">
        Sign up for our newsletter
      </h2>
      <p role="status" className="font-semibold text-berry empty:hidden">
        {thanks}
      </p>
      {!thanks && (
        // The method keeps the address of the mail out of the address of the page, should the browser send it itself.
        <form
          noValidate
          method="post"
          onFocus={() => void loadSubscribe()}
          onSubmit={submit}
          className="grid gap-2"
        >
          <TextField
            id="subscriber"
            label="Your email"
            type="email"
            name="email"
            autoComplete="email"
            required
            placeholder="you@example.in"
            error={faults.email}
          />
          <CheckboxField
            id="subscriber-consent"
            name="consent"
            required
            label="Email me offers and new cakes. I can unsubscribe anytime."
            error={faults.consent}
          />
          <p className="text-xs text-cocoa-soft">
            We email you a link to confirm, and keep your email until you unsubscribe.
          </p>
          <Button type="submit" busy={busy} disabled={!ready} className="mt-2 justify-self-start">
            Subscribe
          </Button>
          <NeedsScript>Subscribing needs JavaScript. You can also email us.</NeedsScript>
        </form>
      )}
    </section>
  )
}
