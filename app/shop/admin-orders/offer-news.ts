import type { OrderNews } from '#shop/live-orders/order-news.ts'

/** What an open panel says when a price was answered, or was not; null for all that it shows by itself. */
export function offerNewsText({ action, number }: OrderNews): string | null {
  switch (action) {
    case 'accept-offer':
      return `The price of order ${number} was accepted`
    case 'decline-offer':
      return `The price of order ${number} was declined`
    case 'expire-offer':
      return `The price of order ${number} was not answered in time`
    default:
      return null
  }
}
