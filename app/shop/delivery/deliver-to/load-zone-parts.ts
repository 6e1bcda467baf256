/**
 * Parts for shops with zones only. Pages import them when they need them; otherwise the names of their chunks would be
 * in the pages of every shop.
 */
export const loadDeliverToBar = async () => (await import('./deliver-to.tsx')).DeliverToBar

export const loadDeliverTo = async () => (await import('./deliver-to.tsx')).DeliverTo
