import { useSession } from '#shop/accounts/session.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import type { Cake } from '../../cake.schema.ts'

// Customers do not fetch what only the baker can use.
const DeleteCake = lazyPart(async () => (await import('./cake-actions.tsx')).DeleteCake)
const CakeTools = lazyPart(async () => (await import('./cake-actions.tsx')).CakeTools)

type CakeOnPage = Pick<Cake, 'id' | 'name'>

/**
 * The tools of who may edit cakes, beside a cake on public pages; nothing for anyone else. Those pages are the same for everybody,
 * so the tools appear after hydration.
 */
export function useAdminTools() {
  const isStaff = (useSession()?.role ?? 'customer') !== 'customer'
  return {
    onCard: (cake: CakeOnPage) =>
      isStaff && <DeleteCake cake={cake} look="icon" className="absolute top-1.5 right-1.5 z-10" />,
    onPage: (cake: CakeOnPage) => isStaff && <CakeTools cake={cake} />,
  }
}

export function AdminTool({ cake }: { cake: CakeOnPage }) {
  return useAdminTools().onCard(cake)
}
