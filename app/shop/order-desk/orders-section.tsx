import { Collapsible } from '#ui/collapsible.tsx'

export function OrdersSection() {
  return <Collapsible title="Orders">…</Collapsible>
}
