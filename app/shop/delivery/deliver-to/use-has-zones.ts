import { useRouteLoaderData } from 'react-router'

/** Whether the shop has zones, from the root loader: without them pages show no pincode. */
export function useHasZones(): boolean {
  const root = useRouteLoaderData('root') as { hasZones: boolean } | undefined
  return root?.hasZones ?? false
}
