import type { OrderNews } from '#shop/live-orders/order-news.ts'

/** What an open panel says when a price was answered, or was not; null for all that it shows by itself. */
export function quoteAnswerText({ action, number }: OrderNews): string | null {
  switch (action) {
    case 'accept-quote':
      return `The price of order ${number} was accepted`
    case 'decline-quote':
      return `The price of order ${number} was declined`
    case 'expire-quote':
      return `The price of order ${number} was not answered in time`
    default:
      return null
  }
}
