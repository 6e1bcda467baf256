import { Eye, EyeOff } from 'lucide-react'
import { call } from '#platform/http/api-client.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import type { AdminCake } from '../admin-cake.ts'
import type { showCakeEndpoint } from '../admin-cakes.endpoints.ts'

interface HideCakeProps {
  cake: Pick<AdminCake, 'id' | 'name' | 'hidden'>
  /** Called with the new `updatedAt` of the cake. */
  onChanged?: (updatedAt: string) => void
}

/** Takes a cake out of the shop's sight, or puts it back. */
export function HideCake({ cake: { id, name, hidden }, onChanged }: HideCakeProps) {
  const { busy, run } = useReloadingAction()
  const Icon = hidden ? Eye : EyeOff

  async function toggle() {
    const body = { id, hidden: !hidden }
    const response = await call<typeof showCakeEndpoint>('POST /cakes/showcake', { body })
    onChanged?.(response.updatedAt)
    return response
  }

  return (
    <Button
      variant="plain"
      size="small"
      busy={busy}
      className="noscript:hidden"
      onClick={() => void run(toggle)}
    >
      {!busy && <Icon size={17} aria-hidden="true" />}
      {hidden ? 'Show' : 'Hide'}
      <span className="sr-only"> {name}</span>
    </Button>
  )
}
