import { Collapsible } from '#ui/collapsible.tsx'

export function CakesSection() {
  return <Collapsible title="Cakes">…</Collapsible>
}
