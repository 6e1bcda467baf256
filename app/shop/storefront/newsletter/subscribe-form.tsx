import { type FormEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { loadNeeded } from '#ui/connection.ts'
import { CheckboxField, TextField } from '#ui/forms/field.tsx'
import { NeedsScript, useHydrated } from '#ui/hydration.tsx'
import type { subscribeEndpoint } from '../storefront.endpoints.ts'

// On its way once the form has the focus: every page has this form, and few visitors use it.
const apiClient = () => import('#platform/http/api-client.ts')

type Faults = { email?: string; consent?: string }

/** Validated by hand and again by the server: it is on every page, where a form library would be too heavy. */
export function SubscribeForm() {
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)
  const [thanks, setThanks] = useState('')
  const ready = useHydrated()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { email, consent } = event.currentTarget.elements as unknown as Inputs
    const found = faultsOf(email, consent)
    setFaults(found)
    if (found.email || found.consent) return (found.email ? email : consent).focus()
    setBusy(true)
    const outcome = await subscribe(email.value)
    setBusy(false)
    if ('thanks' in outcome) setThanks(outcome.thanks)
    else setFaults(outcome)
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
          onFocus={() => void apiClient()}
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

interface Inputs {
  email: HTMLInputElement
  consent: HTMLInputElement
}

function faultsOf(email: HTMLInputElement, consent: HTMLInputElement): Faults {
  const faults: Faults = {}
  if (email.validity.valueMissing) faults.email = 'Email is required'
  else if (!email.validity.valid) faults.email = 'Invalid email'
  if (!consent.checked) faults.consent = 'Please tick this box to subscribe'
  return faults
}

async function subscribe(email: string): Promise<Faults | { thanks: string }> {
  const { ApiError, call } = await loadNeeded(apiClient)
  try {
    const { message } = await call<typeof subscribeEndpoint>('POST /subscribe', {
      body: { email, consent: true },
    })
    return { thanks: message }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { email: error.problem.errors?.email ?? error.problem.detail }
  }
}
