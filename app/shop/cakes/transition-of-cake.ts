import type { Cake } from './cake.schema.ts'

/** The style by which a cake's picture on a card grows into that of its page, and back, where the browser can. */
export function cakeTransition({ id }: Pick<Cake, 'id'>) {
  return { viewTransitionName: `cake-${id}` }
}
