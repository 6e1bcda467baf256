import { Collapsible } from '#ui/collapsible.tsx'

export function NumbersBand() {
  return <Collapsible title="Numbers">…</Collapsible>
}
