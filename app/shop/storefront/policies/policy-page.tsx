import type { ReactNode } from 'react'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { useShop } from '../frame/use-shop.ts'

interface PolicyPageProps {
  title: string
  /** What it says in one sentence, for those who read no further. */
  summary: string
  children: (shop: ShopDetails) => ReactNode
}

/** A page of plain text that may name the shop. */
export function PolicyPage({ title, summary, children }: PolicyPageProps) {
  const shop = useShop()
  return (
    <article className="shell pt-10 lg:pt-16">
      <div className="prose">
        <h1 className="text-4xl">{title}</h1>
        <p className="text-lg text-cocoa-soft">{summary}</p>
        {shop && children(shop)}
      </div>
    </article>
  )
}

/** Whom to turn to when something went wrong and was not put right; the law asks for it by name. */
export function GrievanceContact({ shop }: { shop: ShopDetails }) {
  return (
    <>
      <h2>Grievance contact</h2>
      <p>
        If we did not settle something to your liking, write to our grievance officer at{' '}
        <a href={`mailto:${shop.email}?subject=Grievance`}>{shop.email}</a>, call {shop.phone}, or
        come to {shop.address}. We confirm within 48 hours that we have it, and settle it within one
        month.
      </p>
    </>
  )
}
