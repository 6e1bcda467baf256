import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError, call } from '#platform/http/api-client.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'
import type { AdminCake } from '../admin-cake.ts'
import type { showCakeEndpoint } from '../admin-cakes.endpoints.ts'

interface HideCakeProps {
  cake: Pick<AdminCake, 'id' | 'name' | 'hidden'>
  /** Called with the new `updatedAt` of the cake. */
  onChanged?: (updatedAt: string) => void
}

/** Takes a cake out of the shop's sight, or puts it back. */
export function HideCake({ cake: { id, name, hidden }, onChanged }: HideCakeProps) {
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const Icon = hidden ? Eye : EyeOff

  async function toggle() {
    setBusy(true)
    try {
      const { message, updatedAt } = await call<typeof showCakeEndpoint>('POST /cakes/showcake', {
        body: { id, hidden: !hidden },
      })
      onChanged?.(updatedAt)
      toast.success(message)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.problem.detail)
    }
    await revalidate()
    setBusy(false)
  }

  return (
    <Button
      variant="plain"
      size="small"
      busy={busy}
      className="noscript:hidden"
      onClick={() => void toggle()}
    >
      {!busy && <Icon size={17} aria-hidden="true" />}
      {hidden ? 'Show' : 'Hide'}
      <span className="sr-only"> {name}</span>
    </Button>
  )
}
