import { useRouteLoaderData } from 'react-router'

/** Whether the shop has zones, as the root loader gave it: without them pages show nothing of a pincode. */
export function useHasZones(): boolean {
  const root = useRouteLoaderData('root') as { hasZones: boolean } | undefined
  return root?.hasZones ?? false
}
