import { may } from '#shop/accounts/permissions.ts'
import { useSession } from '#shop/accounts/session.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import type { Cake } from '../../cake.schema.ts'

// Customers do not fetch what only the baker can use.
const DeleteCake = lazyPart(async () => (await import('./cake-actions.tsx')).DeleteCake)
const CakeTools = lazyPart(async () => (await import('./cake-actions.tsx')).CakeTools)

type CakeOnPage = Pick<Cake, 'id' | 'name'>

/**
 * The tools of an admin beside a cake on public pages; nothing for anyone else. Those pages are the same for everybody,
 * so the tools appear after hydration.
 */
export function useAdminTools() {
  const mayEdit = may(useSession()?.role ?? 'customer', 'edit-cakes')
  return {
    onCard: (cake: CakeOnPage) =>
      mayEdit && <DeleteCake cake={cake} look="icon" className="absolute top-1.5 right-1.5 z-10" />,
    onPage: (cake: CakeOnPage) => mayEdit && <CakeTools cake={cake} />,
  }
}

export function AdminTool({ cake }: { cake: CakeOnPage }) {
  return useAdminTools().onCard(cake)
}
