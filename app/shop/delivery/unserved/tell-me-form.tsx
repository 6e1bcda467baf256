import { useState } from 'react'
import { ApiError, call } from '#platform/http/api-client.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { useSchemaForm } from '#ui/forms/use-schema-form.ts'
import type { tellMeEndpoint } from './unserved.endpoints.ts'

const loadSchema = () => import('./unserved.endpoints.ts').then(({ tellMeSchema }) => tellMeSchema)

/** Asks for the email of who lives where the shop does not deliver yet. */
export function TellMeForm({ pincode }: { pincode: string }) {
  const [thanks, setThanks] = useState('')
  const form = useSchemaForm(loadSchema, async (body: { email: string; pincode: string }) => {
    try {
      const { message } = await call<typeof tellMeEndpoint>('POST /delivery/tell-me', { body })
      setThanks(message)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      form.showErrors({ email: error.problem.errors?.email ?? error.problem.detail })
    }
  })
  return (
    <div className="grid gap-3">
      <p role="status" className="font-semibold text-berry empty:hidden">
        {thanks}
      </p>
      {!thanks && (
        <form {...form.props} className="grid gap-3">
          <input type="hidden" name="pincode" value={pincode} />
          <TextField
            {...form.field('email')}
            label="Your email"
            type="email"
            inputMode="email"
            autoComplete="email"
            hint="We email you a link to confirm, and keep your email until we deliver there or you change your mind, at most a year."
            required
          />
          <Button type="submit" variant="secondary" busy={form.busy}>
            Tell me when you do
          </Button>
        </form>
      )}
    </div>
  )
}
