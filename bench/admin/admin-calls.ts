/** A page of the shop or a call of its API, requested by an administrator. */
export interface Measured {
  name: string
  path: string
  /** The expected status. */
  status?: number
}

/** The cost of any request, with which everything else is compared. */
export const bareRequest: Measured = {
  name: 'bare: no such call',
  path: '/api/v1/nothing',
  status: 404,
}

/** Every page and call of the admin, with each of its filters. `order` is the number of an order in the middle. */
export function adminCalls(order: { number: number; id: string }, day: string): Measured[] {
  const orders = (query: string): Measured => ({
    name: `all orders ${query}`,
    path: `/admin/orders${query}`,
  })
  return [
    { name: 'panel', path: '/admin' },
    { name: 'panel, users searched', path: '/admin?users=meera+rao' },
    { name: 'panel, users by a mobile', path: '/admin?users=7000291' },
    { name: 'panel, no such user', path: '/admin?users=zzzz' },
    { name: 'panel, cakes searched', path: '/admin?cakes=mango' },
    { name: 'panel, one letter', path: '/admin?users=a&cakes=a' },
    orders(''),
    orders('?state=processing'),
    orders('?state=completed'),
    orders('?state=cancelled'),
    orders('?state=rejected'),
    orders('?state=accepted'),
    orders(`?day=${day}`),
    orders('?payment=card'),
    orders('?payment=cash'),
    orders('?payment=refunded'),
    orders(`?state=completed&payment=refunded&day=${day}`),
    orders(`?q=${order.number}`),
    orders('?q=meera+rao'),
    orders('?q=customer777@example.in'),
    orders('?q=zzzzzz'),
    orders('?q=a'),
    { name: 'an order', path: `/admin/orders/${order.number}` },
    { name: 'kitchen, today', path: '/admin/kitchen' },
    { name: 'kitchen, a day', path: `/admin/kitchen?day=${day}` },
    { name: 'mails not sent', path: '/admin/outbox' },
    { name: 'audit log', path: '/admin/audit-log' },
    { name: 'add cake', path: '/admin/addcake' },
    { name: 'edit cake', path: '/admin/cakes/cake-000500' },
    { name: 'import and export', path: '/admin/catalogue' },
    { name: 'adminOrders', path: '/api/v1/orders/adminOrders' },
    { name: 'allusers', path: '/api/v1/users/allusers' },
    { name: 'allcakes, 24', path: '/api/v1/cakes/allcakes?limit=24' },
    { name: 'invoices to send', path: '/api/v1/orders/generatepdf' },
    { name: 'invoice of an order', path: `/api/v1/orders/generatepdf?order=${order.id}` },
  ]
}

/** What is streamed whole: how long it takes says less than what the server needs meanwhile. */
export const adminExports: Measured[] = [
  { name: 'export of orders', path: '/api/v1/orders/export' },
  { name: 'export of users', path: '/api/v1/users/export' },
  { name: 'export of cakes, CSV', path: '/api/v1/cakes/export' },
]
