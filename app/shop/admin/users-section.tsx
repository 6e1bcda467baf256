import { Collapsible } from '#ui/collapsible.tsx'

export function UsersSection() {
  return <Collapsible title="Users">…</Collapsible>
}
