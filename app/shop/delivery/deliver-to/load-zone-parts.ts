/**
 * What only a shop with zones shows. Pages import this file when they need it: the names of all that is behind it would
 * otherwise be in the pages of every shop.
 */
export const loadDeliverToBar = async () => ({
  default: (await import('./deliver-to.tsx')).DeliverToBar,
})

export const loadDeliverTo = async () => ({ default: (await import('./deliver-to.tsx')).DeliverTo })
