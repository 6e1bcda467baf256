import { firstDesign } from '../../app/shop/custom-cakes/cake-design.ts'
import { rows, type Scenario } from './scenario.ts'

/** Refusals of the calls that show cakes. */
export function refusedCakes(): Scenario[] {
  const list = (query: string) => ({ path: `/cakes/allcakes?${query}` })
  const search = (query: string) => ({ path: `/cakes/search?${query}` })
  return [
    ...rows('GET /cakes/allcakes', [
      ['no number of cakes', list('limit=some'), 422, ['limit']],
      ['no cakes at all', list('limit=0'), 422, ['limit']],
      ['too many at once', list('limit=101'), 422, ['limit']],
      ['a cursor that is no cake', list('cursor=%00'), 422, ['cursor']],
      ['SQL as a cursor', list("cursor=a'--"), 422, ['cursor']],
    ]),
    ...rows('GET /cakes/search', [
      ['no such order', search('sort=up'), 422, ['sort']],
      ['a price that is none', search('price=cheap'), 422, ['price']],
      ['too long a text', search(`text=${'a'.repeat(101)}`), 422, ['text']],
      ['a text that cannot be kept', search('text=a%00b'), 422, ['text']],
      ['a cursor that is no cake', search("cursor=a'--"), 422, ['cursor']],
      ['too many at once', search('limit=101'), 422, ['limit']],
    ]),
    ...rows('GET /cakes/{id}', [
      ['no such cake', { path: '/cakes/mud-pie' }, 404, undefined, 'This cake is not available.'],
      ['no id', { path: '/cakes/%00' }, 422, ['id']],
      ['a path in the id', { path: '/cakes/..%2F..%2Fetc%2Fpasswd' }, 422, ['id']],
    ]),
    ...rows('POST /cakes/design', [
      ['no such icing', { body: { ...firstDesign, colour: 'mud' } }, 422, ['colour']],
      ['a drawing beside it', { body: { ...firstDesign, svg: '<svg/>' } }, 422],
    ]),
  ]
}
