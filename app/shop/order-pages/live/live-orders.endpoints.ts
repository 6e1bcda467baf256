import { fileEndpoint } from '#platform/http/endpoint.ts'

export const liveOrdersEndpoint = fileEndpoint({
  path: '/orders/live',
  tag: 'Admin orders',
  summary: 'What happens to orders, as it happens',
  description:
    'Server-sent events named `order`, each with the action, the order’s id and its number, within about a second; without the action for who does not see orders, such as the kitchen. `Last-Event-ID` asks for what was missed, at most 100 events. Ends when the session ends or the shop stops; then 409.',
  access: 'see-kitchen',
  types: ['text/event-stream'],
  problems: [409],
})
