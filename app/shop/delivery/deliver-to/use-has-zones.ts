import { useRouteLoaderData } from 'react-router'

/** From the root loader. Without zones pages show no pincode. */
export function useHasZones(): boolean {
  const root = useRouteLoaderData('root') as { hasZones: boolean } | undefined
  return root?.hasZones ?? false
}
