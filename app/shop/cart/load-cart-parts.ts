/** Apart, as in delivery/deliver-to/load-zone-parts.ts. */
export const loadZoneCartTotals = async () =>
  (await import('./zone-cart-totals.tsx')).ZoneCartTotals

export const loadBoxExtras = async () => (await import('./box-extras.tsx')).BoxExtras
