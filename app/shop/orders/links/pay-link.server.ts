import type { AppContext } from '#app/context.server.ts'

/** The page that pays a quote, or an order or a change of it, by its id. Who has the link can pay, and nothing else. */
export function payPath({ payTokens }: Pick<AppContext, 'payTokens'>, id: string): string {
  return `/pay/${payTokens.sign(id)}`
}
