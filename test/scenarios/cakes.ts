import { rows, type Scenario } from './scenario.ts'

/** Refusals of the calls that show cakes. */
export function refusedCakes(): Scenario[] {
  const _list = (query: string) => ({ path: `/cakes/allcakes?${query}` })
  const search = (query: string) => ({ path: `/cakes/search?${query}` })
  return [
    ...rows('GET /cakes/search', [
      ['a text that cannot be kept', search('text=a%00b'), 422, ['text']],
    ]),
    ...rows('GET /cakes/{id}', [
      ['no such cake', { path: '/cakes/mud-pie' }, 404, undefined, 'This cake is not available.'],
    ]),
  ]
}
