/** Apart, as in delivery/deliver-to/load-zone-parts.ts. */
export const loadZoneCartTotals = async () => ({
  default: (await import('./zone-cart-totals.tsx')).ZoneCartTotals,
})
