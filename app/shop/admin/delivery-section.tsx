import { Collapsible } from '#ui/collapsible.tsx'

export function DeliverySection() {
  return <Collapsible title="Delivery">…</Collapsible>
}
